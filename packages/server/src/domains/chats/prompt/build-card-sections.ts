import { type DepthNote, noteSection } from './arrange-messages.ts'
import { type CardField, type CardTexts, cardTexts, cardTextTokens, clipCardTexts } from './card-sections.ts'
import { clipToTokens } from './count-tokens.ts'
import { textOf, withoutTemplateMarks } from './loose-fields.ts'
import { expandMacros, type MacroContext } from './macros.ts'
import type { BuildPromptInput } from './prompt-input.ts'
import { type PromptSection, type SectionKind, sectionOf, sumTokens } from './sections.ts'

/** A longer name is shortened in the prompt; it stands there a dozen times. */
const NAME_TOKENS = 24

/** What of a prompt comes from the card and the person: before the conversation, within it, and after it. */
export interface CardSections {
  system: PromptSection[]
  notes: DepthNote[]
  closing: PromptSection[]
  texts: CardTexts
  /** What the sections cost together. */
  tokens: number
  /** Tokens of the texts that were cut off. */
  clipped: number
}

interface Setting {
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

/** The same sections, with texts cut so that all cost at most `tokenBudget`. */
export function clipCard({ texts, tokens }: CardSections, setting: Setting, tokenBudget: number): CardSections {
  const sizes = cardTextTokens(texts)
  const fields = Object.values(sizes)
  // Headings and marks around the texts; a section's size is rounded up as a whole, so one more for each.
  const around = tokens - fields.reduce((sum, size) => sum + size, 0) + fields.length
  const cut = clipCardTexts(texts, sizes, tokenBudget - around)
  return sectionsOf(setting, cut.texts, cut.clipped)
}

function sectionsOf(
  { input, frame, context }: Setting,
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
  if (input.isUnasked) closing.push(noteSection('unasked', unasked(person)))
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
function unasked(person: string): string {
  return `${person} is away and has asked nothing. Say one short thing of your own that the story gives you: something you saw, did, or thought of since. At most three sentences. Nothing about ${person} being away, about waiting, missing or returning, and no question that asks for an answer.`
}

function groupNudge(input: BuildPromptInput, name: string): string {
  if (!input.group) return ''
  const others = input.group.others.map(oneLine).join(', ')
  return `\nAlso present: ${others}. Speak for ${name} alone. Write nobody else’s lines, and no name before your own.`
}

/** A group's scene, in which its macros speak of everybody. */
export function groupScenario({ group }: BuildPromptInput, context: MacroContext): string | undefined {
  return group && expandMacros(textOf(group.scenario), context)
}

/** Names go into instructions: a line break or a page of text in one would speak as if it were ours. */
export function oneLine(name: string): string {
  const line = withoutTemplateMarks(name)
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}{}]+/gu, ' ')
  return clipToTokens(line.trim(), NAME_TOKENS)
}
