import { arrangeMessages, noteSection } from './arrange-messages.ts'
import { type CardTexts, cardTexts } from './card-sections.ts'
import { clipToTokens, TOKENS_AROUND_MESSAGE } from './count-tokens.ts'
import { fitExamples, fitHistory, fitNewest, messageTokens } from './fit-history.ts'
import { textOf, withoutTemplateMarks } from './loose-fields.ts'
import { expandMacros, type MacroContext } from './macros.ts'
import { matchLore } from './match-lore.ts'
import { authorsNote } from './note-section.ts'
import type { LorePlace } from './prepare-lore.ts'
import type { BuildPromptInput, BuiltPrompt } from './prompt-input.ts'
import { languageName, safetyFrame } from './safety-frame.ts'
import { buildScene } from './scene.ts'
import { type PromptSection, type SectionKind, sectionOf, sumTokens } from './sections.ts'

/** Smaller prompts are built as if this were their size: the frame, a clipped card and the newest message need it. */
export const LEAST_PROMPT_TOKENS = 900

const CARD_SHARE = 0.6
const LORE_SHARE = 0.25
const NEWEST_SHARE = 0.5
/** The author's note keeps to this share of the room, and to so many tokens in the largest. */
const NOTE_SHARE = 0.1
const NOTE_TOKENS = 400
/** The heading of world notes, once for each of four places. */
const LORE_HEADING_TOKENS = 24
const EXAMPLES_HEADING_TOKENS = 40
/** Headings of the card's sections, and marks around the messages that they make. */
const CARD_HEADING_TOKENS = 120
/** A longer name is shortened in the prompt; it stands there a dozen times. */
const NAME_TOKENS = 24

/**
 * Builds the prompt of one reply: pure, the same for the same input. The order is that of Character Card V3, behind the safety
 * frame, which is whole and first whatever the card says (B8). When the budget is short: examples go first, then the
 * oldest history; lore keeps to a quarter, the card to six tenths of what the frame and the newest message leave; the
 * newest message is always in, its end at least.
 */
export function buildPrompt(given: BuildPromptInput): BuiltPrompt {
  const input = given.group ? withPlainNames(given) : given
  const room = Math.max(LEAST_PROMPT_TOKENS, input.tokenBudget - input.replyTokens)
  const isGroup = input.group !== undefined
  const context = macroContext(input)
  const frame = frameSection(input.locale)
  const last = input.path.at(-1)
  const newest = last ? [fitNewest(last, Math.floor((room - frame.tokens) * NEWEST_SHARE), isGroup)] : []
  const newestTokens = newest.reduce((sum, message) => sum + messageTokens(message, isGroup), 0)

  const note = authorsNote(input.note, context, Math.min(NOTE_TOKENS, Math.floor((room - frame.tokens) * NOTE_SHARE)))
  const noteTokens = note?.section.tokens ?? 0

  const texts = cardTexts({
    card: input.card,
    context,
    personaText: withoutTemplateMarks(input.persona.text),
    memory: input.memory,
    scenario: groupScenario(input, context),
    tokenBudget: Math.floor((room - frame.tokens - newestTokens - noteTokens) * CARD_SHARE) - CARD_HEADING_TOKENS,
  })
  const fixed = fixedSections(input, frame, texts, context)
  let left = room - newestTokens - sumTokens(fixed.system) - sumTokens(fixed.notes.map((note) => note.section))
  left -= sumTokens(fixed.closing) + noteTokens

  const lore = recallLore(input, context, Math.floor(left * LORE_SHARE) - LORE_HEADING_TOKENS)
  if (lore.fired.length > 0) left -= LORE_HEADING_TOKENS
  left -= lore.fired.reduce((sum, entry) => sum + entry.tokens + loreMessageTokens(entry.place), 0)
  const older = fitHistory(input.path.slice(0, -1), left, isGroup)
  // An example in front of a dropped message would have been kept at its cost.
  const forExamples = older.dropped > 0 ? 0 : left - older.tokens - EXAMPLES_HEADING_TOKENS
  const examples = fitExamples(input.card.examples, context, forExamples)

  const arranged = arrangeMessages({
    ...fixed,
    notes: note ? [...fixed.notes, note] : fixed.notes,
    lore: lore.fired,
    examples: examplesSection(examples.texts, context),
    history: [...older.kept, ...newest],
    characterName: context.characterName,
    isGroup,
  })
  return {
    ...arranged,
    stop: stopsOf(input, context),
    scene: buildScene(input, context, lore.fired, groupScenario(input, context)),
    tokens: sumTokens(arranged.sections),
    dropped: {
      history: older.dropped,
      examples: examples.dropped,
      lore: lore.dropped,
      cardTokens: texts.clipped,
      noteTokens: note?.clipped ?? 0,
    },
  }
}

function macroContext(input: BuildPromptInput): MacroContext {
  return {
    characterName: oneLine(input.card.nickname || input.characterName) || 'Character',
    personName: oneLine(input.persona.name) || 'User',
    ...(input.group && {
      groupNames: [input.card.nickname || input.characterName, ...input.group.others].map(oneLine),
    }),
    chatSeed: input.chatSeed,
    turnSeed: `${input.chatSeed}/${input.path.length}/${input.variantIndex ?? 0}`,
    now: input.now,
    locale: input.locale,
    ...(input.timeZone && { timeZone: input.timeZone }),
  }
}

/** Names go into instructions: a line break or a page of text in one would speak as if it were ours. */
function oneLine(name: string): string {
  const line = withoutTemplateMarks(name)
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}{}]+/gu, ' ')
  return clipToTokens(line.trim(), NAME_TOKENS)
}

/** Names before lines are cut as the one in the instructions is, so that one's own lines are known by them. */
function withPlainNames(input: BuildPromptInput): BuildPromptInput {
  return { ...input, path: input.path.map((message) => ({ ...message, speaker: oneLine(message.speaker) })) }
}

const frames = new Map<string, PromptSection>()

function frameSection(locale: string): PromptSection {
  const known = frames.get(languageName(locale))
  if (known) return known
  const section = noteSection('safety', safetyFrame(locale))
  frames.set(languageName(locale), section)
  return section
}

function fixedSections(input: BuildPromptInput, frame: PromptSection, texts: CardTexts, context: MacroContext) {
  const { characterName: name, personName: person } = context
  const titled: [SectionKind, string, string][] = [
    ['instructions', '', texts.instructions],
    ['persona', `## ${person}, the person\n`, texts.persona],
    ['description', `## ${name}\n`, texts.description],
    ['personality', `## ${name}’s personality\n`, texts.personality],
    ['scenario', '## The scene\n', texts.scenario],
    ['memory', '## Remembered from earlier\n', texts.memory],
  ]
  const system = titled.filter(([, , text]) => text !== '').map(([kind, title, text]) => sectionOf(kind, title + text))
  const closing = [noteSection('post_history', `${texts.postHistory}${groupNudge(input, name)}`)]
  if (input.isContinuation) closing.push(noteSection('continue', CONTINUE))
  if (input.isUnasked) closing.push(noteSection('unasked', unasked(person)))
  const { depthPrompt } = input.card
  const notes =
    depthPrompt && texts.depthPrompt
      ? [{ depth: depthPrompt.depth, role: depthPrompt.role, section: noteSection('depth', texts.depthPrompt) }]
      : []
  return { system: [frame, ...system], closing, notes }
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
function groupScenario({ group }: BuildPromptInput, context: MacroContext): string | undefined {
  return group && expandMacros(textOf(group.scenario), context)
}

function recallLore(input: BuildPromptInput, context: MacroContext, tokenBudget: number) {
  const { path, card, greetingIndex } = input
  const texts = path.slice(Math.max(0, path.length - card.lore.deepestScan)).map((message) => message.text)
  const replyCount = path.reduce((count, message) => count + (message.role === 'character' ? 1 : 0), 0)
  return matchLore({ book: card.lore, texts, replyCount, greetingIndex: greetingIndex ?? 0, context, tokenBudget })
}

/** An entry that stands in the conversation is a message of its own. */
function loreMessageTokens(place: LorePlace): number {
  return place.kind === 'at_depth' ? TOKENS_AROUND_MESSAGE : 0
}

function examplesSection(texts: string[], { characterName }: MacroContext): PromptSection | null {
  if (texts.length === 0) return null
  const heading = `## How ${characterName} speaks\nExamples of style; none of this has happened.`
  return sectionOf('examples', `${heading}\n\n${texts.join('\n\n')}`)
}

function stopsOf(input: BuildPromptInput, { personName }: MacroContext): string[] {
  return [personName, ...(input.group?.others ?? []).map(oneLine)].map((name) => `\n${name}:`)
}
