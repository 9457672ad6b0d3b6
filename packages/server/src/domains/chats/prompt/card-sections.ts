import type { PreparedCard } from './card-material.ts'
import { clipToTokens, countTokens } from './count-tokens.ts'
import { withoutTemplateMarks } from './loose-fields.ts'
import { type MacroContext, renderTemplate, type Template } from './macros.ts'
import type { RememberedTexts } from './prompt-input.ts'
import { languageName } from './safety-frame.ts'

/** The parts of a prompt that do not come from the conversation, in words, clipped to their share. */
export interface CardTexts {
  instructions: string
  postHistory: string
  description: string
  personality: string
  scenario: string
  persona: string
  memory: string
  depthPrompt: string
  /** Tokens cut off. */
  clipped: number
}

export interface CardTextsInput {
  card: PreparedCard
  context: MacroContext
  personaText: string
  memory: RememberedTexts
  scenario?: string
  /** For all of these together. */
  tokenBudget: number
}

type Field = Exclude<keyof CardTexts, 'clipped'>

/**
 * When the card is too large, a field may take this share of what is there for it; the description, usually the
 * largest, takes what the others leave.
 */
const SHARES: [Field, number][] = [
  ['instructions', 0.25],
  ['postHistory', 0.15],
  ['scenario', 0.2],
  ['personality', 0.2],
  ['persona', 0.15],
  ['memory', 0.25],
  ['depthPrompt', 0.1],
  ['description', 1],
]

/** Renders the card's fields; ours stand where the card has none, and where it says `{{original}}`. */
export function cardTexts({ card, context, personaText, memory, scenario, tokenBudget }: CardTextsInput): CardTexts {
  const render = (template: Template) => renderTemplate(template, context).trim()
  const texts: CardTexts = {
    instructions: replaced(card.systemPrompt, context, instructions(context)),
    postHistory: replaced(card.postHistory, context, postHistory(context)),
    description: render(card.description),
    personality: render(card.personality),
    scenario: scenario?.trim() || render(card.scenario),
    persona: personaText.trim(),
    memory: memoryText(memory),
    depthPrompt: card.depthPrompt ? render(card.depthPrompt.text) : '',
    clipped: 0,
  }
  return clipFields(texts, tokenBudget)
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

/** Cut from its end where it is too long: what the person holds most dear, pinned facts, stands first. */
function memoryText({ summary, facts, passages }: RememberedTexts): string {
  const lines = facts.map((fact) => `- ${oneLine(fact)}`)
  if (summary.trim() !== '') lines.push(withoutTemplateMarks(summary).trim())
  if (passages.length > 0) lines.push(`${EXCERPTS}\n${excerpts(passages)}`)
  return lines.join('\n')
}

const EXCERPTS = 'Said earlier, word for word; … marks what lies between:'

function excerpts(passages: RememberedTexts['passages']): string {
  let before = 0
  return passages
    .map(({ seq, speaker, text }) => {
      const gap = before > 0 && seq > before + 2 ? '…\n' : ''
      before = seq
      return `${gap}${oneLine(speaker)}: ${oneLine(text)}`
    })
    .join('\n')
}

/** What people wrote stands among instructions here: on one line of its own it can not look like a heading of ours. */
function oneLine(text: string): string {
  return withoutTemplateMarks(text).replace(/\s+/g, ' ').trim()
}

function clipFields(texts: CardTexts, tokenBudget: number): CardTexts {
  // A character costs a quarter of a token at least, so short cards need no counting here.
  const characters = SHARES.reduce((sum, [field]) => sum + texts[field].length, 0)
  if (characters * 1.5 <= tokenBudget) return texts
  const sizes = SHARES.map(([field]) => countTokens(texts[field]))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= tokenBudget) return texts
  let left = tokenBudget
  for (const [field, share] of SHARES) {
    texts[field] = clipToTokens(texts[field], Math.min(left, Math.floor(tokenBudget * share)))
    left -= countTokens(texts[field])
  }
  return { ...texts, clipped: total - (tokenBudget - left) }
}
