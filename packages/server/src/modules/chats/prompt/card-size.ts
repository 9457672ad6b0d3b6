import { countTokens } from '../../models/module.ts'
import { buildPrompt } from './build-prompt.ts'
import { insertsField, type Template } from './macros.ts'
import { type PromptCard, prepareCard } from './prepare-card.ts'
import type { SectionKind } from './sections.ts'
import type { UntrustedFields } from './untrusted-fields.ts'

/** Estimate for a name, a date or a roll of dice. */
const MACRO_TOKENS = 30
/** Our own instructions, which `{{original}}` inserts into a card's. */
const ORIGINAL_TOKENS = 250

const known = new WeakMap<PromptCard, number>()

/**
 * The maximum tokens of a single character's texts in a prompt, for any person; infinite where one inserts another.
 * Counted once per card.
 */
export function maxCardTokens(card: PromptCard): number {
  const before = known.get(card)
  if (before !== undefined) return before
  const { description, personality, scenario, systemPrompt, postHistory, depthPrompt } = card
  const templates = [description, personality, scenario, systemPrompt, postHistory, depthPrompt?.text ?? []]
  const tokens = templates.reduce((sum, template) => sum + maxTemplateTokens(template), 2 * ORIGINAL_TOKENS)
  known.set(card, tokens)
  return tokens
}

function maxTemplateTokens(template: Template): number {
  return template.reduce((sum, part) => {
    if (typeof part === 'string') return sum + countTokens(part) + 1
    if (insertsField(part.name)) return Number.POSITIVE_INFINITY
    const expanded = part.name === 'original' ? ORIGINAL_TOKENS : MACRO_TOKENS + maxTemplateTokens(part.argument)
    return sum + Math.max(expanded, countTokens(part.source))
  }, 0)
}

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
 * The tokens of a card's texts, and how many of them fit the first prompt of a chat; null when all do. Lore and
 * examples do not count: they are included only as far as they fit.
 */
export function cardOverflow(definition: UntrustedFields, chat: Chat): { needed: number; room: number } | null {
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
