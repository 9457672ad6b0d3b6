import type { Scene } from '../../models/module.ts'
import { arrangeMessages, type DepthNote, noteSection } from './arrange-messages.ts'
import { cardSections, clipCard, groupScenario, oneLine } from './card-sections.ts'
import { clipToTokens, countTokens } from './count-tokens.ts'
import { fitExamples, fitHistory, fitNewest, messageTokens } from './fit-history.ts'
import { withoutTemplateMarks } from './loose-fields.ts'
import { expandMacros, type MacroContext, renderTemplate, type Template } from './macros.ts'
import type { ActiveLore } from './match-lore.ts'
import { memorySection } from './memory-section.ts'
import type { BuildPromptInput, BuiltPrompt } from './prompt-input.ts'
import { recallLore } from './recall-lore.ts'
import { languageName, safetyFrame } from './safety-frame.ts'
import { type PromptSection, sectionOf, sumTokens } from './sections.ts'

/** Smaller budgets are raised to this size: the frame, a clipped card and the newest message need it. */
export const MIN_PROMPT_TOKENS = 900

const LORE_SHARE = 0.25
const NEWEST_SHARE = 0.5
/** The card may push history out except for this many newest messages, as long as they fit their share of the room. */
const MIN_MESSAGES = 6
const MIN_MESSAGES_SHARE = 0.4
/** Share of the room reserved for lore and memory when the card has to be cut anyway. */
const RESERVED_SHARE = 0.1
/** The author's note is limited to this share of the room, and to NOTE_TOKENS. */
const NOTE_SHARE = 0.1
const NOTE_TOKENS = 400
/** The heading of lore entries, once for each of four places. */
const LORE_HEADING_TOKENS = 24
const EXAMPLES_HEADING_TOKENS = 40
/**
 * Builds the prompt of one reply. Pure: the same input gives the same prompt. The order is that of Character Card V3,
 * after the safety frame, which is always whole and first, whatever the card says (B8).
 *
 * When the budget is short: the newest message is always included, at least its end. The card is included whole; it is
 * cut only when it does not fit beside the newest six messages. Lore gets at most a quarter of what is left, and memory
 * takes its part of the rest. Then come older messages, and examples when all messages fit. Only older messages and
 * examples depend on the size of memory, so more memory never means more history.
 */
export function buildPrompt(given: BuildPromptInput): BuiltPrompt {
  const input = given.group ? withPlainNames(given) : given
  const room = promptBudget(input.tokenBudget, input.replyTokens)
  const isGroup = input.group !== undefined
  const context = macroContext(input)
  const frame = frameSection(input.locale)
  const { newest, newestTokens, floorTokens } = newestMessages(input.path, room - frame.tokens, isGroup)

  const note = authorsNote(input.note, context, Math.min(NOTE_TOKENS, Math.floor((room - frame.tokens) * NOTE_SHARE)))
  const noteTokens = note?.section.tokens ?? 0

  const whole = cardSections(input, frame, context)
  const available = room - newestTokens - floorTokens - noteTokens
  const isCut = whole.tokens > available
  const reserved = Math.floor(room * RESERVED_SHARE)
  let left = floorTokens + (isCut ? reserved : available - whole.tokens)

  const loreBudget = Math.min(Math.floor(left * LORE_SHARE), left - floorTokens)
  const lore = recallLore(input, context, loreBudget - LORE_HEADING_TOKENS)
  if (lore.fired.length > 0) left -= LORE_HEADING_TOKENS
  left -= lore.fired.reduce((sum, entry) => sum + entry.tokens, 0)
  const memory = memorySection(input.memory, room, left - floorTokens)
  left -= memory.section?.tokens ?? 0
  let card = whole
  if (isCut) {
    // The card gets what lore and memory have not used; only the newest messages stay.
    card = clipCard(whole, { input, frame, context }, available - reserved + left - floorTokens)
    left = floorTokens
  }
  const system = memory.section ? [...card.system, memory.section] : card.system
  const older = fitHistory(input.path.slice(0, -1), left, isGroup)
  // With dropped messages there are no examples: an example would take the room of a message.
  const forExamples = older.dropped > 0 ? 0 : left - older.tokens - EXAMPLES_HEADING_TOKENS
  const examples = fitExamples(input.card.examples, context, forExamples)

  const arranged = arrangeMessages({
    system,
    closing: card.closing,
    notes: note ? [...card.notes, note] : card.notes,
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
    ownLore: lore.ownTexts,
    tokens: sumTokens(arranged.sections),
    dropped: {
      history: older.dropped,
      examples: examples.dropped,
      lore: lore.dropped,
      cardTokens: card.clipped,
      noteTokens: note?.clipped ?? 0,
      memoryTokens: memory.clipped,
    },
  }
}

/**
 * The newest message, which is always included, and the tokens of those before it that the card must leave room for.
 */
function newestMessages(path: BuildPromptInput['path'], room: number, isGroup: boolean) {
  const last = path.at(-1)
  const newest = last ? [fitNewest(last, Math.floor(room * NEWEST_SHARE), isGroup)] : []
  const newestTokens = newest.reduce((sum, message) => sum + messageTokens(message, isGroup), 0)
  const forOthers = Math.floor(room * MIN_MESSAGES_SHARE) - newestTokens
  return { newest, newestTokens, floorTokens: fitHistory(path.slice(-MIN_MESSAGES, -1), forOthers, isGroup).tokens }
}

/** The number of tokens that a prompt may have. */
export function promptBudget(contextTokens: number, replyTokens: number): number {
  return Math.max(MIN_PROMPT_TOKENS, contextTokens - replyTokens)
}

function macroContext(input: BuildPromptInput): MacroContext {
  return {
    characterName: oneLine(input.card.nickname || input.characterName) || 'Character',
    personName: oneLine(input.persona.name) || 'User',
    ...(input.group && {
      groupNames: [input.card.nickname || input.characterName, ...input.group.others].map(oneLine),
    }),
    chatSeed: input.chatSeed,
    turnSeed: `${input.chatSeed}/${input.lastSeq ?? input.path.length}/${input.variantIndex ?? 0}`,
    now: input.now,
    locale: input.locale,
    ...(input.timeZone && { timeZone: input.timeZone }),
  }
}

/** Cleans names before lines the same way as in the instructions, so that a character recognises its own lines. */
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

function examplesSection(texts: string[], { characterName }: MacroContext): PromptSection | null {
  if (texts.length === 0) return null
  const heading = `## How ${characterName} speaks\nExamples of style; none of this has happened.`
  return sectionOf('examples', `${heading}\n\n${texts.join('\n\n')}`)
}

function stopsOf(input: BuildPromptInput, { personName }: MacroContext): string[] {
  return [personName, ...(input.group?.others ?? []).map(oneLine)].map((name) => `\n${name}:`)
}

/** The person's author's note as it goes into the prompt. One longer than `tokenBudget` is cut at its end. */
export function authorsNote(
  note: BuildPromptInput['note'],
  context: MacroContext,
  tokenBudget: number,
): (DepthNote & { clipped: number }) | null {
  const words = note ? expandMacros(withoutTemplateMarks(note.text), context).trim() : ''
  if (!note || words === '') return null
  const kept = clipToTokens(words, tokenBudget)
  if (kept === '') return null
  const clipped = kept === words ? 0 : Math.max(1, countTokens(words) - countTokens(kept))
  return { depth: note.depth, role: 'system', clipped, section: { ...noteSection('note', kept), clipped } }
}

const MAX_TURNS = 40
const MAX_CHARACTERS = 8000

/** The same turn for a model that reads no prompt: the card's material in words, and the last turns. */
export function buildScene(
  input: BuildPromptInput,
  context: MacroContext,
  lore: readonly ActiveLore[],
  groupScenario?: string,
): Scene {
  const { card } = input
  const render = (template: Template) => renderTemplate(template, context).trim().slice(0, MAX_CHARACTERS)
  const path = input.path.slice(-MAX_TURNS - 1)
  const begun = input.isContinuation ? (path.at(-1)?.text ?? '') : ''
  const turns = input.isContinuation ? path.slice(0, -1) : path
  return {
    locale: input.locale,
    characterName: context.characterName,
    personName: context.personName,
    tagline: input.tagline,
    description: render(card.description),
    personality: render(card.personality),
    scenario: groupScenario || render(card.scenario),
    greeting: input.greeting,
    exampleDialogue: render(card.exampleDialogue),
    lore: lore.map((entry) => entry.text),
    turns: turns.slice(-MAX_TURNS).map(({ role, speaker, text }) => ({ role, speaker, text })),
    begun,
    variantIndex: input.variantIndex ?? 0,
  }
}
