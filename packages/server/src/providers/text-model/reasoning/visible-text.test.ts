import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SplitPiece } from './reasoning-splitter.ts'
import { VisibleText, type VisibleTextOptions } from './visible-text.ts'

interface Shown {
  /** The reader's final text. */
  text: string
  reasoning: string
  isRetracted: boolean
}

function read(text: string, cuts: number[], options: Partial<VisibleTextOptions> = {}, isCut = false): Shown {
  const shown = new VisibleText({ stop: [], isContinuation: false, ...options })
  const points = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  let from = 0
  const seen = { text: '', reasoning: '', isRetracted: false }
  const take = (piece: SplitPiece) => {
    if (piece.isRetracted) Object.assign(seen, { reasoning: seen.reasoning + seen.text, text: '', isRetracted: true })
    seen.text += piece.text
    seen.reasoning += piece.reasoning
  }
  for (const point of [...points, text.length]) {
    take(shown.push(text.slice(from, point)))
    from = point
  }
  take(shown.end(isCut))
  return seen
}

const show = (text: string, cuts: number[], stop: string[] = [], isContinuation = false) =>
  read(text, cuts, { stop, isContinuation }).text

const cuts = fc.array(fc.nat(1000), { maxLength: 30 })

describe('VisibleText', () => {
  it('shows the same however the text is split', () => {
    fc.assert(
      fc.property(cuts, (points) => {
        expect(show('\n<think>a </thin b</think>\n\n Hello there.', points)).toBe('Hello there.')
        expect(show('Hello <think>mind</think>.', points)).toBe('Hello .')
        expect(show('Well.\nAlex: I say', points, ['\nAlex:', '\nSam:'])).toBe('Well.')
        expect(show('Well.\nAlexander', points, ['\nAlex:'])).toBe('Well.\nAlexander')
        expect(show('  <thin air', points)).toBe('<thin air')
      }),
    )
  })

  it('shows nothing of reasoning that never ends, and no leading blanks', () => {
    expect(show('<think>so far', [3])).toBe('')
    expect(show(' \n ', [1])).toBe('')
  })

  it('keeps the blank between a partial reply and its continuation', () => {
    expect(show(' and then', [1], [], true)).toBe(' and then')
  })

  it('buffers no more than a possible beginning of a stop string', () => {
    const shown = new VisibleText({ stop: ['\nAlex:'], isContinuation: false })
    expect(shown.push('Good evening.\nAl').text).toBe('Good evening.')
    expect(shown.push('l is well').text).toBe('\nAll is well')
  })

  it('drops long reasoning without storing it', () => {
    const shown = new VisibleText({ stop: [], isContinuation: false })
    shown.push('<think>')
    for (let count = 0; count < 1000; count++) expect(shown.push('thought '.repeat(100)).text).toBe('')
    expect(shown.push('</think>Hi').text + shown.end().text).toBe('Hi')
  })
})

const TAGS = [
  ['<think>', '</think>'],
  ['<Thinking>', '</Thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<seed:think>', '</seed:think>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
] as const
/** Words with characters of tags, but no whole tag. */
const words = fc
  .array(
    fc.constantFrom('so', ' ', '\n', '<', '</', '[', '<3', '<th', 'think', '</b>', '静か', 'İ', '👩‍🚀', '*nods*'),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => `a${pieces.join('')}.`)

describe('hidden reasoning', () => {
  it('is separated, whatever its tags are and however the text is split', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), words, words, cuts, fc.boolean(), (tags, thought, reply, points, holds) => {
        const text = `\n${tags[0]}${thought}${tags[1]}\n\n${reply}`
        const { text: shown, reasoning, isRetracted } = read(text, points, { holdsUnopened: holds })
        expect({ shown, reasoning, isRetracted }).toEqual({ shown: reply, reasoning: thought, isRetracted: false })
      }),
    )
  })

  it('is buffered or retracted when only its closing tag appears', () => {
    fc.assert(
      fc.property(words, words, cuts, fc.boolean(), (thought, reply, points, holdsUnopened) => {
        const seen = read(`${thought}</think>\n${reply}`, points, { holdsUnopened })
        expect(seen).toMatchObject({ text: reply, reasoning: thought })
        if (holdsUnopened) expect(seen.isRetracted).toBe(false)
      }),
    )
  })

  it('is recognised the same wherever any text is split', () => {
    const anything = fc
      .array(fc.constantFrom(...TAGS.flat(), 'word', ' ', '\n', '<', '</thi', '\nAlex:', 'end'), { maxLength: 10 })
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anything, cuts, fc.boolean(), fc.boolean(), (text, points, holdsUnopened, isCut) => {
        const whole = read(text, [], { holdsUnopened }, isCut)
        const { text: shown, reasoning } = read(text, points, { holdsUnopened }, isCut)
        expect({ shown, reasoning }).toEqual({ shown: whole.text, reasoning: whole.reasoning })
      }),
    )
  })

  it('never delays a text without tags', () => {
    const shown = new VisibleText({ stop: ['\nAlex:'], isContinuation: false })
    for (const word of ['The', ' lamp', ' is *lit*', ' and "warm".']) expect(shown.push(word).text).toBe(word)
  })

  it('is what a model that reasons first had written when it was cut off', () => {
    expect(read('so far', [2], { holdsUnopened: true }, true)).toMatchObject({ text: '', reasoning: 'so far' })
    expect(read('No thought at all.', [2], { holdsUnopened: true })).toMatchObject({ text: 'No thought at all.' })
  })
})
