import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStory } from './parse-story.ts'

const WHOLE = '{"summary": "They met.", "facts": [{"from": 12, "fact": "Her sister is Ana."}]}'
const EXPECTED = { summary: 'They met.', facts: [{ fromSeq: 12, text: 'Her sister is Ana.' }] }

describe('what a model answers when it reads a conversation', () => {
  it.each([
    ['plain', WHOLE],
    ['in a fence, with chatter', `Sure! Here it is:\n\`\`\`json\n${WHOLE}\n\`\`\`\nAnything else?`],
    ['after thoughts', `<think>{"summary": "no"}</think>${WHOLE}`],
    ['with commas too many', '{"summary": "They met.", "facts": [{"from": 12, "fact": "Her sister is Ana.",},],}'],
    [
      'other names, numbers as text',
      '{"summary":"They met.","facts":[{"source":"[12]","text":"Her sister  is Ana."}]}',
    ],
    [
      'cut off in the middle',
      '{"summary": "They met.", "facts": [{"from": 12, "fact": "Her sister is Ana."}, {"from": 1',
    ],
  ])('%s', (_name, answer) => {
    expect(parseStory(answer)).toEqual(EXPECTED)
  })

  it('takes facts without a number, and leaves out what is none', () => {
    const answer = '{"summary": 7, "facts": ["He sails.", "", {"from": 3}, null, 5, {"fact": "  "}]}'
    expect(parseStory(answer)).toEqual({ summary: '', facts: [{ fromSeq: null, text: 'He sails.' }] })
  })

  it('takes plain prose for the summary', () => {
    expect(parseStory('彼らは霧の中で出会った。')).toEqual({ summary: '彼らは霧の中で出会った。', facts: [] })
  })

  it('bounds whatever comes, and never throws', () => {
    const answers = fc.oneof(
      fc.string({ maxLength: 5_000 }),
      fc.json(),
      fc.array(fc.string(), { maxLength: 40 }).map((facts) => JSON.stringify({ summary: 'x'.repeat(9_000), facts })),
    )
    fc.assert(
      fc.property(answers, (answer) => {
        const { summary, facts } = parseStory(answer)
        expect(summary.length).toBeLessThanOrEqual(3_000)
        expect(facts.length).toBeLessThanOrEqual(8)
        for (const { text } of facts) expect(text.trim().length > 0 && text.length <= 300).toBe(true)
      }),
    )
  })
})
