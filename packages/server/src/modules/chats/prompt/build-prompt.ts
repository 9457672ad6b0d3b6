import { clipToTokens, countTokens, type Scene } from '../../models/module.ts'
import { arrangeMessages, type DepthNote, noteSection } from './arrange-messages.ts'
import { cardSections, clipCard } from './card-sections.ts'
import { fitExamples, fitNewest, fitNewestMessages, messageTokens } from './fit-history.ts'
import { findHistoryStart, findNextHistoryStart, type WindowBudget } from './history-window.ts'
import { expandMacros, type MacroContext, renderTemplate, type Template } from './macros.ts'
import type { ActiveLore } from './match-lore.ts'
import { MEMORY_TITLE_TOKENS, memoryBudget, memorySections } from './memory-section.ts'
import type { BuildPromptInput, BuiltPrompt, MemoryBudget, PathMessage } from './prompt-input.ts'
import { expandPath, type MacroContexts, macroContexts } from './prompt-macros.ts'
import { recallLore } from './recall-lore.ts'
import { SAFETY_FRAME, TEEN_SAFETY_FRAME } from './safety-frame.ts'
import { type PromptSection, sectionOf, sumTokens } from './sections.ts'
import { withoutTemplateMarks } from './untrusted-fields.ts'

/** Smaller budgets are raised to this size: the frame, a clipped card and the newest message need it. */
export const MIN_PROMPT_TOKENS = 900

const LORE_SHARE = 0.25
/** Share of what the card leaves that triggered lore may use before memories are left out for it. */
const MIN_LORE_SHARE = 0.05
/** The newest message is cut to this share of the prompt. */
const NEWEST_SHARE = 0.4
/** The card may push history out except for this many newest messages, as long as they fit their share of the prompt. */
const MIN_MESSAGES = 6
const MIN_MESSAGES_SHARE = 0.4
/** Share of the prompt reserved for lore and memory when the card has to be cut anyway. */
const RESERVED_SHARE = 0.1
/** A card is cut in steps of this share of the prompt, so that it stays the same for some turns. */
const CUT_STEP_SHARE = 0.05
/** The author's note is limited to this share of the prompt, and to NOTE_TOKENS. */
const NOTE_SHARE = 0.1
const NOTE_TOKENS = 400
/** The heading of lore entries, once for each of five places, and a message around those of the turn. */
const LORE_HEADING_TOKENS = 30
const EXAMPLES_SHARE = 0.25
/** Card and examples together: examples must not push out history. */
const STABLE_SHARE = 0.5
const EXAMPLES_HEADING_TOKENS = 40

const FRAME = noteSection('safety', SAFETY_FRAME)
const TEEN_FRAME = noteSection('safety', TEEN_SAFETY_FRAME)
const frameFor = ({ isTeen }: Pick<BuildPromptInput, 'isTeen'>) => (isTeen ? TEEN_FRAME : FRAME)

/**
 * Builds the prompt of one reply. Pure: the same input gives the same prompt. What stays the same comes first (the
 * safety frame, which is always whole, whatever the card says (B8), then instructions, persona, card, constant lore,
 * examples), then what memory wrote, then the conversation, and near its end what changes with the turn. So a prompt
 * begins like the one before it, as far as possible.
 *
 * When the budget is short: the newest message is always included, at least its end. The card is included whole; it is
 * cut only when it does not fit beside the newest six messages. Lore gets at most a quarter of what is left, memory has
 * a fixed part, and the conversation gets the rest, in steps (`findHistoryStart`). Which messages are included does not
 * depend on what is remembered or which lore is triggered.
 */
export function buildPrompt(given: BuildPromptInput): BuiltPrompt {
  return finishPrompt(planPrompt(given), given.memory)
}

/** A prompt without what is remembered. Finish it once: rendering uses up the limit of inserted fields. */
export type PromptPlan = ReturnType<typeof planPrompt>

/** The first half of `buildPrompt`, which reads no memory: it decides which messages are in the prompt. */
export function planPrompt(given: BuildPromptInput) {
  const promptTokens = promptBudget(given.tokenBudget, given.replyTokens)
  const contexts = macroContexts(given)
  const frame = frameFor(given)
  const isGroup = given.group !== undefined
  const input = { ...given, path: shortenNewest(expandPath(given, contexts), promptTokens - frame.tokens, isGroup) }
  const { turn } = contexts
  const newest = newestMessages(input.path, promptTokens, isGroup)

  const note = authorsNote(
    input.note,
    { ...contexts.written, now: input.now, turnSeed: turn.turnSeed, said: turn.said },
    Math.min(NOTE_TOKENS, Math.floor((promptTokens - frame.tokens) * NOTE_SHARE)),
  )
  const noteTokens = note?.section.tokens ?? 0

  const wholeCard = cardSections(input, frame, contexts)
  const available = promptTokens - newest.tokens - noteTokens
  const isCut = wholeCard.tokens > available
  const step = Math.max(1, Math.floor(promptTokens * CUT_STEP_SHARE))
  const cutTo = Math.floor((available - Math.floor(promptTokens * RESERVED_SHARE)) / step) * step
  const card = isCut ? clipCard(wholeCard, { input, frame, contexts }, cutTo) : wholeCard
  let left = promptTokens - card.tokens - noteTokens

  const loreBudget = Math.max(0, Math.min(Math.floor(left * LORE_SHARE), left - newest.tokens))
  const lore = recallLore(input, contexts, loreBudget - LORE_HEADING_TOKENS)
  const constantTokens = loreTokens(lore.fired.filter((entry) => entry.isConstant))
  left -= constantTokens
  const forExamples = Math.floor(
    Math.min(promptTokens * EXAMPLES_SHARE, promptTokens * STABLE_SHARE - card.tokens - constantTokens),
  )
  const examples = fitExamples(input.card.examples, contexts.stable, forExamples - EXAMPLES_HEADING_TOKENS)
  const examplesPart = examplesSection(examples.texts, contexts.stable)
  left -= examplesPart?.tokens ?? 0

  const forMemory = memoryBudget(promptTokens, left)
  // Triggered lore and what is recalled share their budget: entries come first, and rarely all of them.
  const forLore = Math.min(Math.max(0, loreBudget - constantTokens), triggeredTokens(input, loreBudget))
  const forTurn = Math.max(forLore, forMemory.recalled + Math.min(forLore, left * MIN_LORE_SHARE))
  // While all messages are in the prompt there is no summary, only facts that none of them states.
  const whole = left - forTurn - MEMORY_TITLE_TOKENS
  const historyBudget: WindowBudget = {
    whole: isCut ? newest.tokens : whole,
    trimmed: isCut ? newest.tokens : whole - forMemory.story,
    least: newest.count,
  }
  const costs = input.path.map((message, at) => ({
    seq: message.seq ?? at + 1,
    tokens: messageTokens(message, isGroup),
  }))
  const from = findHistoryStart(costs, historyBudget)
  left -= sumTokens(costs.slice(from))
  left -= loreTokens(lore.fired) - constantTokens
  const window = { from, nextFrom: findNextHistoryStart(costs, historyBudget), memory: forMemory }
  return { input, contexts, isGroup, note, card, lore, examples, examplesPart, window, left }
}

/** The second half of `buildPrompt`: adds what is remembered and puts the parts in their order. */
export function finishPrompt(plan: PromptPlan, remembered: BuildPromptInput['memory']): BuiltPrompt {
  const { input, contexts, isGroup, note, card, lore, examples, examplesPart, window, left } = plan
  const memory = memorySections(remembered, window.memory, left)
  const arranged = arrangeMessages({
    system: card.system,
    closing: card.closing,
    notes: note ? [...card.notes, note] : card.notes,
    lore: lore.fired,
    examples: examplesPart,
    story: memory.story,
    turnSections: memory.recalled ? [memory.recalled, ...card.turnSections] : card.turnSections,
    history: input.path.slice(window.from),
    characterName: contexts.stable.characterName,
    isGroup,
  })
  let scene: Scene | null = null
  return {
    ...arranged,
    // Most models never read it.
    get scene() {
      scene ??= buildScene({ ...input, memory: remembered }, contexts, lore.fired)
      return scene
    },
    ownLore: lore.ownTexts,
    window,
    tokens: sumTokens(arranged.sections),
    dropped: {
      history: window.from,
      examples: examples.dropped,
      lore: lore.dropped,
      cardTokens: card.clipped,
      noteTokens: note?.clipped ?? 0,
      memoryTokens: memory.clipped,
    },
  }
}

/**
 * What a prompt has at least for a conversation that stays whole, and for memory, when card, persona, note and our own
 * texts cost no more than `fixedTokens`.
 */
export function minBudgets(promptTokens: number, fixedTokens: number): { history: number; memory: MemoryBudget } {
  const left = Math.max(0, (promptTokens - Math.max(fixedTokens, promptTokens * STABLE_SHARE)) * (1 - LORE_SHARE))
  const memory = memoryBudget(promptTokens, left)
  return { history: left - memory.recalled - MEMORY_TITLE_TOKENS, memory }
}

/** The path with its newest message cut to its share of the prompt: every other one is included whole or not at all. */
function shortenNewest(path: readonly PathMessage[], promptTokens: number, isGroup: boolean): readonly PathMessage[] {
  const last = path.at(-1)
  if (!last) return path
  const fitted = fitNewest(last, Math.floor(promptTokens * NEWEST_SHARE), isGroup)
  return fitted === last ? path : [...path.slice(0, -1), fitted]
}

/** The newest messages that the card must not push out. The newest of all is always among them. */
function newestMessages(path: readonly PathMessage[], promptTokens: number, isGroup: boolean) {
  const fitting = fitNewestMessages(path.slice(-MIN_MESSAGES), Math.floor(promptTokens * MIN_MESSAGES_SHARE), isGroup)
  return fitting.count > 0 || path.length === 0 ? fitting : { count: 1, tokens: messageTokens(path.at(-1)!, isGroup) } // not empty
}

/** Tokens of lore in a prompt, with the heading above it. */
function loreTokens(lore: readonly ActiveLore[]): number {
  return lore.length === 0 ? 0 : LORE_HEADING_TOKENS + lore.reduce((sum, entry) => sum + entry.tokens, 0)
}

/** An estimate for a name or a roll of dice in an entry. */
const MACRO_TOKENS = 30

/** The tokens of all entries that a turn can trigger, but no more than `most`: what is reserved for them. */
function triggeredTokens({ card }: BuildPromptInput, most: number): number {
  let tokens = 0
  for (const entry of card.lore.entries) {
    if (entry.isConstant) continue
    if (tokens === 0) tokens = LORE_HEADING_TOKENS
    for (const part of entry.content) tokens += typeof part === 'string' ? countTokens(part) + 1 : MACRO_TOKENS
    tokens += 8
    if (tokens >= most) return most
  }
  return tokens
}

/** The number of tokens that a prompt may have. */
export function promptBudget(contextTokens: number, replyTokens: number): number {
  return Math.max(MIN_PROMPT_TOKENS, contextTokens - replyTokens)
}

function examplesSection(texts: string[], { characterName }: MacroContext): PromptSection | null {
  if (texts.length === 0) return null
  const heading = `## How ${characterName} speaks\nExamples of style; none of this has happened.`
  return sectionOf('examples', `${heading}\n\n${texts.join('\n\n')}`)
}

/** The person's author's note as it goes into the prompt. One longer than `tokenBudget` is cut at its end. */
function authorsNote(
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

const MAX_TURNS = 120
const MAX_CHARACTERS = 8000

/** The turn for a model that reads no prompt: the card's material in words, and the last turns. */
function buildScene(
  input: BuildPromptInput,
  { turn, groupScenario }: MacroContexts,
  lore: readonly ActiveLore[],
): Scene {
  const { card } = input
  const context = { ...turn, variables: new Map<string, string>() }
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
    known: [...input.memory.facts, ...(input.memory.recalledFacts ?? [])],
    ...(input.cardId !== undefined && { cardId: input.cardId }),
    ...(input.group?.cardId !== undefined && { castId: input.group.cardId }),
  }
}
