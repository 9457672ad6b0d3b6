import { type PromptMessage, TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import { contentOf, messageTokens } from './fit-history.ts'
import type { ActiveLore } from './match-lore.ts'
import type { PathMessage } from './prompt-input.ts'
import { type PromptSection, type SectionKind, sectionOf } from './sections.ts'

/** A text inserted into the conversation, `depth` messages before its end. */
export interface DepthNote {
  depth: number
  role: PromptMessage['role']
  section: PromptSection
}

export interface Arrangement {
  /** The first message without lore and examples, the safety frame first. */
  system: PromptSection[]
  lore: ActiveLore[]
  examples: PromptSection | null
  /** The second message: what only changes when memory is written. */
  story: PromptSection | null
  /** Sections that differ in every prompt and have no place of their own; they go near the end. */
  turnSections: PromptSection[]
  notes: DepthNote[]
  history: readonly PathMessage[]
  /** After the history. */
  closing: PromptSection[]
  characterName: string
  isGroup: boolean
}

const LORE_HEADING = '## World notes'

/** Sections that change from turn to turn go this many messages before the end. */
const TURN_DEPTH = 4

interface Arranged {
  messages: PromptMessage[]
  sections: PromptSection[]
  stableMessages: number
}

/**
 * Puts the parts in the order of the prompt: what stays the same first, then the conversation, with what changes from
 * turn to turn near its end, and last what follows it.
 */
export function arrangeMessages(arrangement: Arrangement): Arranged {
  const { story, closing } = arrangement
  const system = withConstantLore(arrangement.system, arrangement.lore)
  if (arrangement.examples) system.push(arrangement.examples)
  const below = constantLore(arrangement.lore).filter(isBelowExamples)
  if (below.length > 0) system.push(loreSection(below.map(({ text }) => text)))
  const first = [systemMessage(system), ...(story ? [systemMessage([story])] : [])]
  const { turns, notes, stableTurns } = conversation(arrangement)
  return {
    messages: [...first, ...turns, ...(closing.length > 0 ? [systemMessage(closing)] : [])],
    sections: [...system, ...(story ? [story] : []), historySection(arrangement), ...notes, ...closing],
    stableMessages: first.length + stableTurns,
  }
}

function systemMessage(sections: readonly PromptSection[]): PromptMessage {
  return { role: 'system', content: sections.map((section) => section.text).join('\n\n') }
}

/** The section that an entry follows; `before_char` goes before the whole character. */
const FOLLOWS: Record<string, SectionKind> = {
  before_char: 'instructions',
  personality: 'personality',
  scenario: 'scenario',
}

/** Inserts constant entries at their places; entries without a place here follow the whole description. */
function withConstantLore(system: readonly PromptSection[], lore: readonly ActiveLore[]): PromptSection[] {
  const sections = [...system]
  const constant = constantLore(lore).filter((entry) => !isBelowExamples(entry))
  const placeOf = ({ place }: ActiveLore) => (Object.hasOwn(FOLLOWS, place.kind) ? place.kind : 'after_char')
  for (const place of ['before_char', 'personality', 'scenario', 'after_char']) {
    const texts = constant.filter((entry) => placeOf(entry) === place).map((entry) => entry.text)
    if (texts.length === 0) continue
    const at = sections.findLastIndex(({ kind }) => kind === FOLLOWS[place])
    sections.splice(at < 0 ? sections.length : at + 1, 0, loreSection(texts))
  }
  return sections
}

function constantLore(lore: readonly ActiveLore[]): ActiveLore[] {
  return lore.filter((entry) => entry.isConstant && entry.place.kind !== 'at_depth')
}

function isBelowExamples({ place }: ActiveLore): boolean {
  return place.kind === 'after_char' && place.after_examples === true
}

function loreSection(texts: readonly string[], extraTokens = 0): PromptSection {
  return sectionOf('lore', `${LORE_HEADING}\n${texts.join('\n')}`, extraTokens)
}

interface PlacedNote {
  depth: number
  role: PromptMessage['role']
  sections: PromptSection[]
}

function conversation(arrangement: Arrangement) {
  const { history, characterName, isGroup } = arrangement
  const turns = history.map((message) => turnOf(message, characterName, isGroup))
  const notes = placedNotes(arrangement)
  const placed: PromptMessage[] = []
  let stableTurns: number | null = null
  let next = 0
  for (const [at, turn] of turns.entries()) {
    for (let note = notes[next]; note && at >= turns.length - note.depth; note = notes[++next]) {
      stableTurns ??= placed.length
      placed.push(messageOf(note))
    }
    // Without a note there may be one here in the next prompt.
    if (at >= turns.length - TURN_DEPTH) stableTurns ??= placed.length
    placed.push(turn)
  }
  return {
    turns: [...placed, ...notes.slice(next).map(messageOf)],
    notes: notes.flatMap((note) => note.sections),
    stableTurns: stableTurns ?? placed.length,
  }
}

/** Everything inserted into the conversation, deepest first. What the system says at one depth is one message. */
function placedNotes({ notes, lore, turnSections }: Arrangement): PlacedNote[] {
  const triggered = lore.filter((entry) => !entry.isConstant && entry.place.kind !== 'at_depth')
  const texts = triggered.map(({ text }) => text)
  const inserted = [...(texts.length > 0 ? [loreSection(texts, TOKENS_AROUND_MESSAGE)] : []), ...turnSections]
  const loreNotes = (isBefore: boolean) =>
    lore.flatMap(({ place, text }): DepthNote[] =>
      place.kind === 'at_depth' && (place.before_note === true) === isBefore
        ? [{ depth: place.depth, role: place.role, section: noteSection('lore', text) }]
        : [],
    )
  const all: DepthNote[] = [
    ...loreNotes(true),
    ...inserted.map((section): DepthNote => ({ depth: TURN_DEPTH, role: 'system', section })),
    ...notes,
    ...loreNotes(false),
  ]
  const placed: PlacedNote[] = []
  for (const { depth, role, section } of all.sort((a, b) => b.depth - a.depth)) {
    const before = placed.at(-1)
    if (before?.depth === depth && before.role === role && role === 'system') before.sections.push(section)
    else placed.push({ depth, role, sections: [section] })
  }
  return placed
}

function messageOf({ role, sections }: PlacedNote): PromptMessage {
  return { role, content: sections.map((section) => section.text).join('\n\n') }
}

/** A section that may be a message of its own. */
export function noteSection(kind: SectionKind, text: string): PromptSection {
  return sectionOf(kind, text, TOKENS_AROUND_MESSAGE)
}

function turnOf(message: PathMessage, characterName: string, isGroup: boolean): PromptMessage {
  const isOwn = message.role === 'character' && (!isGroup || message.speaker === characterName)
  const content = contentOf(message, isGroup && !isOwn)
  const images = !isOwn && message.images?.length ? { images: message.images } : {}
  const turn: PromptMessage = { role: isOwn ? 'assistant' : 'user', content, ...images }
  return isGroup && message.speaker !== '' ? { ...turn, name: message.speaker } : turn
}

/** The text is joined when it is read: most replies never need the conversation as one text. */
function historySection({ history, isGroup }: Arrangement): PromptSection {
  const tokens = history.reduce((sum, message) => sum + messageTokens(message, isGroup), 0)
  return {
    ...sectionOf('history', ''),
    tokens,
    get text() {
      return history.map((message) => contentOf(message, true)).join('\n\n')
    },
  }
}
