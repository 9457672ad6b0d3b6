import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ShownText } from './shown-text.ts'

function show(text: string, cuts: number[], stop: string[] = [], isContinuation = false): string {
  const shown = new ShownText(stop, isContinuation)
  const points = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  let from = 0
  let seen = ''
  for (const point of [...points, text.length]) {
    seen += shown.push(text.slice(from, point))
    from = point
  }
  return seen + shown.end()
}

const cuts = fc.array(fc.nat(1000), { maxLength: 30 })

describe('ShownText', () => {
  it('shows the same however the text is cut', () => {
    fc.assert(
      fc.property(cuts, (points) => {
        expect(show('\n<think>a </thin b</think>\n\n Hello there.', points)).toBe('Hello there.')
        expect(show('Hello <think>mind</think>.', points)).toBe('Hello <think>mind</think>.')
        expect(show('Well.\nAlex: I say', points, ['\nAlex:', '\nSam:'])).toBe('Well.')
        expect(show('Well.\nAlexander', points, ['\nAlex:'])).toBe('Well.\nAlexander')
        expect(show('  <thin air', points)).toBe('<thin air')
      }),
    )
  })

  it('shows nothing of a thought that never ends, and nothing of blanks', () => {
    expect(show('<think>so far', [3])).toBe('')
    expect(show(' \n ', [1])).toBe('')
  })

  it('keeps the blank between a begun reply and its continuation', () => {
    expect(show(' and then', [1], [], true)).toBe(' and then')
  })

  it('holds back no more than a possible beginning of a stop string', () => {
    const shown = new ShownText(['\nAlex:'], false)
    expect(shown.push('Good evening.\nAl')).toBe('Good evening.')
    expect(shown.push('l is well')).toBe('\nAll is well')
  })

  it('drops a long thought without keeping it', () => {
    const shown = new ShownText([], false)
    shown.push('<think>')
    for (let count = 0; count < 1000; count++) expect(shown.push('thought '.repeat(100))).toBe('')
    expect(shown.push('</think>Hi') + shown.end()).toBe('Hi')
  })
})
