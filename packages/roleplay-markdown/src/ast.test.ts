import { describe, expect, it } from 'vitest'
import { lastSpoken } from './ast.ts'
import { parseBlocks } from './parse-blocks.ts'

const lastOf = (text: string) => lastSpoken(parseBlocks(text, true))

describe('the last spoken line', () => {
  it.each([
    ['*She looks up.* You are late.', 'You are late.'],
    ['You are late.\n\n*She looks up.*', 'You are late.'],
    ['First.\n\nSecond.', 'Second.'],
    ['Come in. *He steps aside.* Sit down.', 'Sit down.'],
    ['Never a doubt, _it dries_. Come in.', 'Come in.'],
    ['**Stop** right there.', 'Stop right there.'],
    ['> Quoted *softly* words', 'words'],
    ['- one\n- two', 'two'],
  ])('of %j is %j', (text, spoken) => expect(lastOf(text)).toBe(spoken))

  it('is the whole text where nobody speaks, without marks', () => {
    expect(lastOf('*The lamp goes out.*')).toBe('The lamp goes out.')
    expect(lastOf('*The lamp goes out. A door*\n\n…')).toBe('The lamp goes out. A door …')
  })

  it('takes a stage direction that was cut off as one', () => {
    expect(lastOf('You are late. *She turns to the win')).toBe('You are late.')
  })

  it('is empty where there are no words', () => {
    expect(lastOf('')).toBe('')
    expect(lastOf('---')).toBe('')
  })
})
