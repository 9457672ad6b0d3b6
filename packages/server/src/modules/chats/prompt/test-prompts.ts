import fc from 'fast-check'
import { countTokens } from '../../models/module.ts'
import { prepareCard } from './prepare-card.ts'
import type { BuildPromptInput, PathMessage } from './prompt-input.ts'
import type { UntrustedFields } from './untrusted-fields.ts'

export const DEFINITION: UntrustedFields = {
  description: '{{char}} steers the night ferry.',
  personality: 'Dry, watchful.',
  scenario: 'Fog, and {{user}} on the bench.',
  mes_example:
    '<START>\n{{user}}: Far?\n{{char}}: Far enough.\n<START>\n{{user}}: Cold?\n{{char}}: *She shrugs.* It is November.',
  character_book: {
    entries: [{ keys: ['suitcase'], content: 'The suitcase is brown.', enabled: true, insertion_order: 1 }],
  },
}

export const message = (
  role: PathMessage['role'],
  text: string,
  speaker = role === 'user' ? 'Alex' : 'Ilse',
): PathMessage => ({
  role,
  speaker,
  text,
  tokens: countTokens(text),
})

export function inputWith(
  changes: Partial<BuildPromptInput> & { definition?: UntrustedFields } = {},
): BuildPromptInput {
  const { definition, ...rest } = changes
  return {
    card: prepareCard(definition ?? DEFINITION),
    characterName: 'Ilse',
    tagline: 'Steers the last ferry.',
    greeting: 'You are late.',
    persona: { name: 'Alex', text: '' },
    memory: { summary: '', facts: [], passages: [] },
    path: [message('character', 'You are late.'), message('user', 'What is in the suitcase?')],
    tokenBudget: 4096,
    replyTokens: 300,
    locale: 'en',
    now: new Date('2026-11-20T18:30:00Z'),
    chatSeed: 'chat-1',
    ...rest,
  }
}

export const words = fc.oneof(
  fc.string({ maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant('lamp word '.repeat(400)),
)
export const cards = fc.record({
  description: words,
  personality: words,
  scenario: words,
  system_prompt: words,
  post_history_instructions: words,
  mes_example: words.map((text) => `<START>\n${text}`),
  nickname: fc.string({ unit: 'binary', maxLength: 100 }),
  extensions: fc.record({ depth_prompt: fc.record({ prompt: words, depth: fc.nat(9) }) }),
  character_book: fc.record({
    recursive_scanning: fc.boolean(),
    entries: fc.array(
      fc.record({
        keys: fc.constant(['lamp']),
        constant: fc.boolean(),
        content: fc.oneof(
          words,
          words.map((text) => `@@depth 2\n${text}`),
          words.map((text) => `@@position scenario\n${text}`),
        ),
      }),
      { maxLength: 6 },
    ),
  }),
})
export const paths = fc.array(
  fc.tuple(fc.constantFrom('user' as const, 'character' as const), words).map(([role, text]) => message(role, text)),
  { minLength: 1, maxLength: 30 },
)
