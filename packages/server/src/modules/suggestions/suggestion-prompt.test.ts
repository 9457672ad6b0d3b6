import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SUGGESTION_LENGTH } from './rules.ts'
import { classifyMessageForm, fallbackSuggestions } from './suggest-replies.ts'
import { isSameSuggestion, parseSuggestions } from './suggestion-prompt.ts'

const names = { person: 'Mara', others: ['Ilse'] }

describe('the suggestions in an answer', () => {
  it.each([
    ['One?\nTwo.\nThree.', ['One?', 'Two.', 'Three.']],
    ['["One?", "Two.", "Three."]', ['One?', 'Two.', 'Three.']],
    ['```json\n["One?"]\n```', ['One?']],
    ['1. One?\n- Two.\n• “Three.”', ['One?', 'Two.', 'Three.']],
    ['١. نعم؟\n「はい」', ['نعم؟', 'はい']],
    ['Curious: One?\n**Bold:** Two.\nMara: Three.', ['One?', 'Two.', 'Three.']],
    ['<think>One or two\nlines</think>\n*I nod.* Yes.', ['*I nod.* Yes.']],
    ['Ilse: My line.\n**Ilse:** Mine too.\nMine.', ['Mine.']],
    ['Yes.\nyes!\n\n…\n', ['Yes.']],
  ])('of %j are %j', (answer, expected) => {
    expect(parseSuggestions(answer, names)).toEqual(expected)
  })

  it('are always distinct, of limited length, and contain words, whatever the answer is', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('Mara:', '- ', '1.', '["', '"]', '<think>', '*', 'Yes'))
    fc.assert(
      fc.property(
        fc.array(line).map((lines) => lines.join('\n')),
        (answer) => {
          const found = parseSuggestions(answer, names)
          for (const words of found) {
            expect(words.length).toBeLessThanOrEqual(MAX_SUGGESTION_LENGTH)
            expect(words).toMatch(/[\p{L}\p{N}]/u)
            expect(found.filter((other) => isSameSuggestion(other, words))).toEqual([words])
          }
        },
      ),
    )
  })
})

describe('built-in suggestions', () => {
  it.each([
    ['Where were you?', 'question'],
    ['“Ready？”', 'question'],
    ['إلى أين؟', 'question'],
    ['元気ですか。', 'question'],
    ['你好吗', 'question'],
    ['*She waits?*', 'action'],
    ['*She waits.* The tide is out.', 'statement'],
    ['', 'action'],
  ])('take %j for a %s', (text, opening) => {
    expect(classifyMessageForm(text, false)).toBe(opening)
    expect(classifyMessageForm(text, true)).toBe('beginning')
  })

  it('are the same for the same seed, and vary with it', () => {
    const of = (seed: string) => fallbackSuggestions((key) => key, 'question', seed).join()
    expect(of('a/1/0')).toBe(of('a/1/0'))
    const seeds = Array.from({ length: 40 }, (_, at) => of(`a/1/${at}`))
    expect(new Set(seeds).size).toBeGreaterThan(10)
  })
})
