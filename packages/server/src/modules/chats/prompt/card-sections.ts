import { type DepthNote, noteSection } from './arrange-messages.ts'
import { clipToTokens, countTokens } from './count-tokens.ts'
import { textOf, withoutTemplateMarks } from './loose-fields.ts'
import { expandMacros, type MacroContext, renderTemplate, type Template } from './macros.ts'
import type { PreparedCard } from './prepare-card.ts'
import type { BuildPromptInput } from './prompt-input.ts'
import { languageName } from './safety-frame.ts'
import { type PromptSection, type SectionKind, sectionOf, sumTokens } from './sections.ts'

/** The texts of a prompt that do not come from the conversation. */
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

/** How a budget that is too small is divided. A field that needs less than its part leaves the rest to the others. */
const WEIGHTS: Record<CardField, number> = {
  instructions: 0.25,
  postHistory: 0.15,
  scenario: 0.2,
  personality: 0.3,
  persona: 0.15,
  depthPrompt: 0.1,
  description: 0.4,
}
const FIELDS = Object.keys(WEIGHTS) as CardField[] // the keys of the literal above

/** Renders the card's fields. Our own texts are used where the card has none, and where it says `{{original}}`. */
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

/** The tokens of each field by itself. */
export function cardTextTokens(texts: CardTexts): Record<CardField, number> {
  const counted = FIELDS.map((field) => [field, countTokens(texts[field])])
  return Object.fromEntries(counted) as Record<CardField, number> // one entry per field
}

/**
 * Cuts the fields to `tokenBudget` in total. Each field gets what it needs up to its weighted share, so small fields
 * stay whole. What it does not need goes to the fields that need more.
 */
export function clipCardTexts(
  texts: CardTexts,
  sizes: Record<CardField, number>,
  tokenBudget: number,
): { texts: CardTexts; clipped: Partial<Record<CardField, number>> } {
  const fitted = { ...texts }
  const clipped: Partial<Record<CardField, number>> = {}
  const budgets = distributeTokens(sizes, Math.max(0, tokenBudget))
  for (const field of FIELDS) {
    if (sizes[field] <= budgets[field]) continue
    fitted[field] = clipToTokens(texts[field], Math.floor(budgets[field]))
    clipped[field] = sizes[field] - countTokens(fitted[field])
  }
  return { texts: fitted, clipped }
}

function distributeTokens(sizes: Record<CardField, number>, tokenBudget: number): Record<CardField, number> {
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

/** A longer name is shortened in the prompt, where it occurs a dozen times. */
const NAME_TOKENS = 24

/** The sections that come from the card and the person: before the conversation, within it, and after it. */
export interface CardSections {
  system: PromptSection[]
  notes: DepthNote[]
  closing: PromptSection[]
  texts: CardTexts
  /** Total tokens of the sections. */
  tokens: number
  /** Tokens of the texts that were cut off. */
  clipped: number
}

interface PromptSetting {
  input: BuildPromptInput
  frame: PromptSection
  context: MacroContext
}

/** The card's sections, whole. */
export function cardSections(input: BuildPromptInput, frame: PromptSection, context: MacroContext): CardSections {
  const texts = cardTexts({
    card: input.card,
    context,
    personaText: withoutTemplateMarks(input.persona.text),
    scenario: groupScenario(input, context),
  })
  return sectionsOf({ input, frame, context }, texts)
}

/** The same sections, with texts cut so that the total is at most `tokenBudget`. */
export function clipCard({ texts, tokens }: CardSections, setting: PromptSetting, tokenBudget: number): CardSections {
  const sizes = cardTextTokens(texts)
  const fields = Object.values(sizes)
  // Headings and marks around the texts. A section's size is rounded up as a whole, hence one more for each.
  const around = tokens - fields.reduce((sum, size) => sum + size, 0) + fields.length
  const cut = clipCardTexts(texts, sizes, tokenBudget - around)
  return sectionsOf(setting, cut.texts, cut.clipped)
}

function sectionsOf(
  { input, frame, context }: PromptSetting,
  texts: CardTexts,
  clipped: Partial<Record<CardField, number>> = {},
): CardSections {
  const { characterName: name, personName: person } = context
  const withClip = (section: PromptSection, field: CardField): PromptSection => ({
    ...section,
    clipped: clipped[field] ?? 0,
  })
  const titled: [CardField & SectionKind, string][] = [
    ['instructions', ''],
    ['persona', `## ${person}, the person\n`],
    ['description', `## ${name}\n`],
    ['personality', `## ${name}’s personality\n`],
    ['scenario', '## The scene\n'],
  ]
  const present = titled.filter(([field]) => texts[field] !== '')
  const system = [frame, ...present.map(([field, title]) => withClip(sectionOf(field, title + texts[field]), field))]
  const lastWords = `${texts.postHistory}${groupNudge(input, name)}`
  const closing = [withClip(noteSection('post_history', lastWords), 'postHistory')]
  if (input.isContinuation) closing.push(noteSection('continue', CONTINUE))
  if (input.isUnasked) closing.push(noteSection('unasked', proactiveNote(person)))
  const { depthPrompt } = input.card
  const notes: DepthNote[] = []
  if (depthPrompt && texts.depthPrompt !== '') {
    const section = withClip(noteSection('depth', texts.depthPrompt), 'depthPrompt')
    notes.push({ depth: depthPrompt.depth, role: depthPrompt.role, section })
  }
  return {
    system,
    notes,
    closing,
    texts,
    tokens: sumTokens([...system, ...closing, ...notes.map((note) => note.section)]),
    clipped: Object.values(clipped).reduce((sum, tokens) => sum + tokens, 0),
  }
}

const CONTINUE = 'Continue your last message from exactly where it ends. Do not repeat or restart any of it.'

/** H5: nothing in it may make anybody feel bad for having been away. */
function proactiveNote(person: string): string {
  return `${person} is away and has asked nothing. Say one short thing of your own that the story gives you: something you saw, did, or thought of since. At most three sentences. Nothing about ${person} being away, about waiting, missing or returning, and no question that asks for an answer.`
}

function groupNudge(input: BuildPromptInput, name: string): string {
  if (!input.group) return ''
  const others = input.group.others.map(oneLine).join(', ')
  return `\nAlso present: ${others}. Speak for ${name} alone. Write nobody else’s lines, and no name before your own.`
}

/** A group's scene, in which macros refer to all members. */
export function groupScenario({ group }: BuildPromptInput, context: MacroContext): string | undefined {
  return group && expandMacros(textOf(group.scenario), context)
}

/**
 * Puts a name on one line. Names go into instructions: with a line break or a page of text, one could pass as an
 * instruction of ours.
 */
export function oneLine(name: string): string {
  const line = withoutTemplateMarks(name)
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}{}]+/gu, ' ')
  return clipToTokens(line.trim(), NAME_TOKENS)
}
