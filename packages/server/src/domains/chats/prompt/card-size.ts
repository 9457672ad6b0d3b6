import type { PreparedCard } from './card-material.ts'
import { countTokens } from './count-tokens.ts'
import type { Template } from './macros.ts'

/** A name, a date or a roll of dice. */
const MACRO_TOKENS = 30
/** Our own instructions, which `{{original}}` brings into a card's. */
const ORIGINAL_TOKENS = 250

const known = new WeakMap<PreparedCard, number>()

/** What a single character's texts take of a prompt at most, whoever talks with it. Counted once for a card. */
export function maxCardTokens(card: PreparedCard): number {
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
    const expanded = part.name === 'original' ? ORIGINAL_TOKENS : MACRO_TOKENS + maxTemplateTokens(part.argument)
    return sum + Math.max(expanded, countTokens(part.source))
  }, 0)
}
