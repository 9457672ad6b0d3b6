import { clipToTokens, countTokens } from '../../models/module.ts'
import { type DepthNote, noteSection } from './arrange-messages.ts'
import {
  CONTINUE,
  closingInstruction,
  groupNudge,
  mainPrompt,
  proactiveNote,
  turnReminders,
} from './built-in-prompts.ts'
import { compileTemplate, hasTimeMacros, hasTurnMacros, renderTemplate, type Template } from './macros.ts'
import type { BuildPromptInput } from './prompt-input.ts'
import { type MacroContexts, promptName } from './prompt-macros.ts'
import { type PromptSection, type SectionKind, sectionOf, sumTokens } from './sections.ts'
import { withoutTemplateMarks } from './untrusted-fields.ts'

/** The texts of a prompt that do not come from the conversation. */
interface CardTexts {
  instructions: string
  postHistory: string
  description: string
  personality: string
  scenario: string
  persona: string
  depthPrompt: string
}

type CardField = keyof CardTexts

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
function cardTexts(input: BuildPromptInput, contexts: MacroContexts): CardTexts {
  const { card } = input
  const { stable, turn, written } = contexts
  const render = (template: Template) => renderTemplate(template, isTurnSpecific(template) ? turn : stable).trim()
  const hasOwnVoice = input.greeting.trim() !== '' || card.examples.length > 0
  const replaced = (template: Template, original: string) => {
    const context = isTurnSpecific(template) ? turn : stable
    return renderTemplate(template, { ...context, original }).trim() || original
  }
  return {
    instructions: replaced(card.systemPrompt, mainPrompt(stable, hasOwnVoice)),
    postHistory:
      renderTemplate(card.postHistory, { ...turn, original: closingInstruction(stable) }).trim() ||
      closingInstruction(stable),
    description: render(card.description),
    personality: render(card.personality),
    scenario: contexts.groupScenario || render(card.scenario),
    persona: renderTemplate(compileTemplate(withoutTemplateMarks(input.persona.text)), written).trim(),
    depthPrompt: card.depthPrompt ? renderTemplate(card.depthPrompt.text, turn).trim() : '',
  }
}

/** Whether a field must be rendered again for every turn; it then goes near the end of the prompt. */
const isTurnSpecific = hasTurnMacros

/** The tokens of each field by itself. */
function cardTextTokens(texts: CardTexts): Record<CardField, number> {
  const counted = FIELDS.map((field) => [field, countTokens(texts[field])])
  return Object.fromEntries(counted) as Record<CardField, number> // one entry per field
}

/**
 * Cuts the fields to `tokenBudget` in total. Each field gets what it needs up to its weighted share, so small fields
 * stay whole. What it does not need goes to the fields that need more.
 */
function clipCardTexts(
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

/** Room for the lines about one turn, reserved in every prompt so that the others do not move. */
const REMINDER_TOKENS = 90

/** The sections that come from the card and the person: before the conversation, within it, and after it. */
export interface CardSections {
  /** Sections that do not change between prompts of the chat. */
  system: PromptSection[]
  /** Fields that depend on the turn; they go near the end. */
  turnSections: PromptSection[]
  notes: DepthNote[]
  closing: PromptSection[]
  texts: CardTexts
  /** At least the tokens of the sections; does not depend on the turn unless a field does. */
  tokens: number
  /** Tokens of the texts that were cut off. */
  clipped: number
}

interface PromptSetting {
  input: BuildPromptInput
  frame: PromptSection
  contexts: MacroContexts
}

/** The card's sections, whole. */
export function cardSections(input: BuildPromptInput, frame: PromptSection, contexts: MacroContexts): CardSections {
  return sectionsOf({ input, frame, contexts }, cardTexts(input, contexts))
}

/** Cuts the texts so that the total is at most `tokenBudget`. */
export function clipCard({ texts, tokens }: CardSections, setting: PromptSetting, tokenBudget: number): CardSections {
  const sizes = cardTextTokens(texts)
  const fields = Object.values(sizes)
  // Headings and marks around the texts. A section's size is rounded up as a whole, hence one more for each.
  const around = tokens - fields.reduce((sum, size) => sum + size, 0) + fields.length
  const cut = clipCardTexts(texts, sizes, tokenBudget - around)
  return sectionsOf(setting, cut.texts, cut.clipped)
}

function sectionsOf(
  { input, frame, contexts }: PromptSetting,
  texts: CardTexts,
  clipped: Partial<Record<CardField, number>> = {},
): CardSections {
  const { characterName: name, personName: person } = contexts.stable
  const { card } = input
  const withClip = (section: PromptSection, field: CardField): PromptSection => ({
    ...section,
    clipped: clipped[field] ?? 0,
  })
  const titled: [CardField & SectionKind, string, Template][] = [
    ['instructions', '', card.systemPrompt],
    ['persona', `## ${person}, the person\n`, []],
    ['description', `## ${name}\n`, card.description],
    ['personality', `## ${name}’s personality\n`, card.personality],
    ['scenario', '## The scene\n', contexts.groupScenario ? [] : card.scenario],
  ]
  const system = [frame]
  const turnSections: PromptSection[] = []
  for (const [field, title, template] of titled) {
    if (texts[field] === '') continue
    const text = title + texts[field]
    if (isTurnSpecific(template)) turnSections.push(withClip(noteSection(field, text), field))
    else system.push(withClip(sectionOf(field, text), field))
  }
  const notes: DepthNote[] = []
  if (card.depthPrompt && texts.depthPrompt !== '') {
    const section = withClip(noteSection('depth', texts.depthPrompt), 'depthPrompt')
    notes.push({ depth: card.depthPrompt.depth, role: card.depthPrompt.role, section })
  }
  const { closing, tokens: closingTokens } = closingSections({ input, frame, contexts }, texts, withClip)
  const inside = [...system, ...turnSections, ...notes.map((note) => note.section)]
  return {
    system,
    turnSections,
    notes,
    closing,
    texts,
    tokens: sumTokens(inside) + closingTokens,
    clipped: Object.values(clipped).reduce((sum, tokens) => sum + tokens, 0),
  }
}

const SAFE_MODE_TOKENS = 30
const SAFE_MODE = 'For now this chat is in safe mode: keep what you write free of sexual content.'

/** The sections after the conversation, and the tokens reserved for them, the same for a reply and its continuation. */
function closingSections(
  { input, contexts }: PromptSetting,
  texts: CardTexts,
  withClip: (section: PromptSection, field: CardField) => PromptSection,
): { closing: PromptSection[]; tokens: number } {
  const { stable, turn } = contexts
  const others = input.group?.others.map(promptName)
  const nudge = others ? `\n${groupNudge(stable.characterName, others)}` : ''
  const last = withClip(noteSection('post_history', texts.postHistory + nudge), 'postHistory')
  const goOn = noteSection('continue', CONTINUE)
  const proactive = input.isProactive ? [noteSection('unasked', proactiveNote(stable.personName))] : []
  const reserved =
    Math.max(last.tokens, goOn.tokens) +
    sumTokens(proactive) +
    REMINDER_TOKENS +
    (input.isSafeMode ? SAFE_MODE_TOKENS : 0)
  if (input.isContinuation) return { closing: [goOn], tokens: reserved }
  const lines = turnReminders(input.path, stable.personName, input.hasClaimedHuman ?? false)
  if (input.isSafeMode) lines.push(SAFE_MODE)
  const { card } = input
  const tellsTime = [card.systemPrompt, card.description, card.personality, card.scenario].some(hasTimeMacros)
  if (tellsTime) lines.push(`It is now ${renderTemplate(compileTemplate('{{time}}'), turn)}.`)
  const reminders = lines.length > 0 ? [sectionOf('reminder', lines.join('\n'))] : []
  return { closing: [last, ...reminders, ...proactive], tokens: reserved }
}
