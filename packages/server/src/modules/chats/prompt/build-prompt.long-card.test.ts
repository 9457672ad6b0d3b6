import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../models/module.ts'
import { buildPrompt } from './build-prompt.ts'
import type { BuiltPrompt, PathMessage } from './prompt-input.ts'
import { cards, DEFINITION, inputWith, message, paths, words } from './test-prompts.ts'

const build = (changes: Parameters<typeof inputWith>[0] = {}) => buildPrompt(inputWith(changes))
const system = (built: BuiltPrompt) => built.messages[0]?.content ?? ''

describe('a long card', () => {
  const facts = (count: number) =>
    Array.from({ length: count }, (_, at) => `Fact ${at}: the tide turns at ${at}.`).join(' ')
  const dialogue = '<START>\n{{char}}: Far enough, and further than you think it is.\n'.repeat(40)
  const chat = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      message(at % 2 ? 'user' : 'character', `Message ${at}. ${'The tide turns. '.repeat(10)}`),
    )
  const kept = (built: BuiltPrompt, path: readonly PathMessage[]) => path.length - built.dropped.history

  it('is whole while history and examples can be dropped, whichever field is long', () => {
    const path = chat(80)
    for (const field of ['personality', 'description', 'scenario', 'system_prompt', 'post_history_instructions']) {
      const definition = { ...DEFINITION, mes_example: dialogue, [field]: facts(330) }
      const built = build({ definition, path, tokenBudget: 8192, replyTokens: 700 })
      expect(built.messages.map(({ content }) => content).join()).toContain(facts(330))
      expect(built.dropped.cardTokens).toBe(0)
      expect(built.sections.every(({ clipped = 0 }) => clipped === 0)).toBe(true)
      expect(kept(built, path)).toBeGreaterThanOrEqual(6)
      expect(built.dropped.examples).toBe(40)
    }
  })

  it('is cut only when it does not fit beside the newest six messages, and reports by how much', () => {
    const path = chat(80)
    const definition = { ...DEFINITION, personality: facts(2_000) }
    const built = build({ definition, path, tokenBudget: 8192, replyTokens: 700 })
    const personality = built.sections.find(({ kind }) => kind === 'personality')
    expect(kept(built, path)).toBe(6)
    expect(personality?.clipped).toBe(built.dropped.cardTokens)
    expect((personality?.clipped ?? 0) + (personality?.tokens ?? 0)).toBeGreaterThan(countTokens(facts(2_000)))
    expect(system(built)).toContain('Ilse steers the night ferry.')
    expect(system(built)).toContain('Fog, and Alex on the bench.')
    expect(built.tokens).toBeGreaterThan(6_000)
    const longer = build({
      definition,
      path: [...path, message('user', 'And then?')],
      tokenBudget: 8192,
      replyTokens: 700,
    })
    expect(longer.messages[0]).toEqual(built.messages[0])
  })

  it('leaves some room for pinned facts even when it is cut', () => {
    const memory = { summary: '', facts: ['Her sister is Ana.'], passages: [] }
    const definition = { ...DEFINITION, description: facts(2_000) }
    expect(build({ definition, memory }).messages[1]?.content).toContain('- Her sister is Ana.')
  })

  it('includes the same messages whatever is remembered', () => {
    const memories = fc.record({
      summary: words,
      facts: fc.array(words, { maxLength: 5 }),
      passages: fc.array(fc.record({ seq: fc.nat(), speaker: words, text: words }), { maxLength: 5 }),
    })
    fc.assert(
      fc.property(
        cards,
        paths,
        memories,
        fc.integer({ min: 900, max: 9000 }),
        (definition, path, memory, tokenBudget) => {
          const without = build({ definition, path, tokenBudget })
          const built = build({ definition, path, tokenBudget, memory })
          expect(built.window).toEqual(without.window)
          if (built.dropped.cardTokens > 0) expect(kept(built, path)).toBeLessThanOrEqual(6)
        },
      ),
      { numRuns: 150 },
    )
  })
})
