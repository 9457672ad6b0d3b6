import type { PreparedCard } from './card-material.ts'
import { clipToTokens, countTokens } from './count-tokens.ts'
import { type MacroContext, renderTemplate, type Template } from './macros.ts'
import { languageName } from './safety-frame.ts'

/** The parts of a prompt that do not come from the conversation, in words. */
export interface CardTexts {
  instructions: string
  postHistory: string
  description: string
  personality: string
  scenario: string
  persona: string
  depthPrompt: string
}

export type CardField = keyof CardTexts

export interface CardTextsInput {
  card: PreparedCard
  context: MacroContext
  personaText: string
  scenario?: string
}

/** How a budget that is too small is divided; a field that needs less than its part leaves the rest to the others. */
const WEIGHTS: Record<CardField, number> = {
  instructions: 0.25,
  postHistory: 0.15,
  scenario: 0.2,
  personality: 0.3,
  persona: 0.15,
  depthPrompt: 0.1,
  description: 0.4,
}
const FIELDS = Object.keys(WEIGHTS) as CardField[] // the keys of a literal

/** Renders the card's fields; ours stand where the card has none, and where it says `{{original}}`. */
export function cardTexts({ card, context, personaText, scenario }: CardTextsInput): CardTexts {
  const render = (template: Template) => renderTemplate(template, context).trim()
  return {
    instructions: replaced(card.systemPrompt, context, instructions(context)),
    postHistory: replaced(card.postHistory, context, postHistory(context)),
    description: render(card.description),
    personality: render(card.personality),
    scenario: scenario?.trim() || render(card.scenario),
    persona: personaText.trim(),
    depthPrompt: card.depthPrompt ? render(card.depthPrompt.text) : '',
  }
}

function replaced(template: Template, context: MacroContext, original: string): string {
  return renderTemplate(template, { ...context, original }).trim() || original
}

function instructions({ characterName, personName }: MacroContext): string {
  return `Write ${characterName}’s next reply in a story shared with ${personName}. Stay in character, answer what ${personName} said, keep the story moving, and leave ${personName}’s words and deeds to ${personName}. *Asterisks* hold actions; speech has no quotation marks. One to three short paragraphs.`
}

function postHistory({ characterName, locale }: MacroContext): string {
  return `Write only ${characterName}’s next reply, in ${languageName(locale)}.`
}

/** What each field costs by itself. */
export function cardTextTokens(texts: CardTexts): Record<CardField, number> {
  const counted = FIELDS.map((field) => [field, countTokens(texts[field])])
  return Object.fromEntries(counted) as Record<CardField, number> // one entry per field
}

/**
 * Cuts the fields to `tokenBudget` in all. Small fields stay whole: each gets what it needs up to its weighted share,
 * and what it does not need goes to the fields that need more.
 */
export function clipCardTexts(
  texts: CardTexts,
  sizes: Record<CardField, number>,
  tokenBudget: number,
): { texts: CardTexts; clipped: Partial<Record<CardField, number>> } {
  const fitted = { ...texts }
  const clipped: Partial<Record<CardField, number>> = {}
  const budgets = shareOut(sizes, Math.max(0, tokenBudget))
  for (const field of FIELDS) {
    if (sizes[field] <= budgets[field]) continue
    fitted[field] = clipToTokens(texts[field], Math.floor(budgets[field]))
    clipped[field] = sizes[field] - countTokens(fitted[field])
  }
  return { texts: fitted, clipped }
}

function shareOut(sizes: Record<CardField, number>, tokenBudget: number): Record<CardField, number> {
  const budgets = { ...sizes }
  let open = FIELDS
  let left = tokenBudget
  for (;;) {
    const weight = open.reduce((sum, field) => sum + WEIGHTS[field], 0)
    const shareOf = (field: CardField) => (left * WEIGHTS[field]) / weight
    const satisfied = open.filter((field) => sizes[field] <= shareOf(field))
    if (satisfied.length === 0) {
      for (const field of open) budgets[field] = shareOf(field)
      return budgets
    }
    left -= satisfied.reduce((sum, field) => sum + sizes[field], 0)
    open = open.filter((field) => !satisfied.includes(field))
    if (open.length === 0) return budgets
  }
}
