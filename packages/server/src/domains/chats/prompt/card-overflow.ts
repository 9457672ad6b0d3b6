import { buildPrompt } from './build-prompt.ts'
import { prepareCard } from './card-material.ts'
import { countTokens } from './count-tokens.ts'
import type { LooseFields } from './loose-fields.ts'
import type { SectionKind } from './sections.ts'

const CARD_KINDS: SectionKind[] = ['instructions', 'description', 'personality', 'scenario', 'depth', 'post_history']

interface Chat {
  characterName: string
  personName: string
  contextTokens: number
  replyTokens: number
  locale: string
  now: Date
}

/**
 * How many tokens a card's texts take, and how many of them fit the first prompt of a chat; null where all do. Lore and
 * examples do not count: they only go in as far as there is room.
 */
export function cardOverflow(definition: LooseFields, chat: Chat): { needed: number; room: number } | null {
  const { contextTokens, personName, ...rest } = chat
  const greeting = typeof definition.first_mes === 'string' ? definition.first_mes : ''
  const { sections, dropped } = buildPrompt({
    ...rest,
    card: prepareCard(definition),
    tagline: '',
    greeting,
    persona: { name: personName, text: '' },
    memory: { summary: '', facts: [], passages: [] },
    path: [{ role: 'character', speaker: rest.characterName, text: greeting, tokens: countTokens(greeting) }],
    tokenBudget: contextTokens,
    chatSeed: '',
  })
  if (dropped.cardTokens === 0) return null
  const room = sections.reduce((sum, { kind, tokens }) => sum + (CARD_KINDS.includes(kind) ? tokens : 0), 0)
  return { needed: room + dropped.cardTokens, room }
}
