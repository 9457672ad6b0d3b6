import { describe, expect, it } from 'vitest'
import { parseOpenings, parseStoryOpening } from './parse-openings.ts'

const paragraph = (text: string) => ({ kind: 'paragraph', children: [{ kind: 'text', text }] })

describe('parseOpenings', () => {
  it('reads the Markdown of all greetings, and leaves empty ones out', () => {
    const definition = { alternate_greetings: [' ', '# Later'] }
    const card = { greeting: 'Hello.', definition } as never as Parameters<typeof parseOpenings>[0] // all that it reads
    expect(parseOpenings(card)).toEqual([
      [paragraph('Hello.')],
      [{ kind: 'heading', children: [{ kind: 'text', text: 'Later' }] }],
    ])
  })
})

describe('parseStoryOpening', () => {
  const story = { opening: '', scenario: 'At night.' }

  it('goes up to the second speaker', () => {
    const opening_turns = ['a', 'b', 'c'].map((card_id) => ({ card_id, text: card_id }))
    expect(parseStoryOpening({ ...story, opening_turns }).map(({ cardId }) => cardId)).toEqual(['a', 'b'])
  })

  it('is the scenario of a story without turns', () => {
    const turns = parseStoryOpening({ ...story, opening_turns: [] })
    expect(turns).toEqual([{ cardId: null, blocks: [paragraph('At night.')] }])
  })
})
