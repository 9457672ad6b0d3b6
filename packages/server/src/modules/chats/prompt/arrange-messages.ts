import type { PromptMessage } from '../../models/module.ts'
import { TOKENS_AROUND_MESSAGE } from './count-tokens.ts'
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
  /** The parts of the system message without lore and examples, the safety frame first. */
  system: PromptSection[]
  lore: ActiveLore[]
  examples: PromptSection | null
  notes: DepthNote[]
  history: readonly PathMessage[]
  /** After the history: the card's post-history instructions, and the nudge to continue. */
  closing: PromptSection[]
  characterName: string
  isGroup: boolean
}

export const LORE_HEADING = '## World notes'

/** Puts the parts in the order of the prompt: one system message, the conversation, and what follows it. */
export function arrangeMessages(arrangement: Arrangement): { messages: PromptMessage[]; sections: PromptSection[] } {
  const system = withLore(arrangement.system, arrangement.lore)
  if (arrangement.examples) system.push(arrangement.examples)
  const { turns, notes } = conversation(arrangement)
  return {
    messages: [
      { role: 'system', content: system.map((section) => section.text).join('\n\n') },
      ...turns,
      ...arrangement.closing.map((section): PromptMessage => ({ role: 'system', content: section.text })),
    ],
    sections: [...system, historySection(arrangement), ...notes, ...arrangement.closing],
  }
}

/** The section that an entry follows; `before_char` stands above the whole character. */
const FOLLOWS: Record<string, SectionKind> = {
  before_char: 'instructions',
  personality: 'personality',
  scenario: 'scenario',
  after_char: 'scenario',
}

function withLore(system: readonly PromptSection[], lore: readonly ActiveLore[]): PromptSection[] {
  const sections = [...system]
  for (const place of ['before_char', 'personality', 'scenario', 'after_char']) {
    const texts = lore.filter((entry) => entry.place.kind === place).map((entry) => entry.text)
    if (texts.length === 0) continue
    const section = sectionOf('lore', `${LORE_HEADING}\n${texts.join('\n')}`)
    const at = sections.findLastIndex(
      ({ kind }) => kind === FOLLOWS[place] || (kind === 'lore' && place === 'after_char'),
    )
    // If the card lacks that field, insert below everything that describes the character.
    sections.splice(at < 0 ? sections.length : at + 1, 0, section)
  }
  return sections
}

function conversation({ history, notes, lore, characterName, isGroup }: Arrangement) {
  const turns = history.map((message) => turnOf(message, characterName, isGroup))
  const loreNotes = lore.flatMap(({ place, text }): DepthNote[] =>
    place.kind === 'at_depth' ? [{ depth: place.depth, role: place.role, section: noteSection('lore', text) }] : [],
  )
  const all = [...notes, ...loreNotes].sort((a, b) => b.depth - a.depth)
  const placed: PromptMessage[] = []
  let next = 0
  for (const [at, turn] of turns.entries()) {
    for (let note = all[next]; note && at >= turns.length - note.depth; note = all[++next]) placed.push(messageOf(note))
    placed.push(turn)
  }
  return {
    turns: [...placed, ...all.slice(next).map((note) => messageOf(note))],
    notes: all.map((note) => note.section),
  }
}

function messageOf({ role, section }: DepthNote): PromptMessage {
  return { role, content: section.text }
}

/** A section that is a message of its own. */
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

function historySection({ history, isGroup }: Arrangement): PromptSection {
  const text = history.map((message) => contentOf(message, true)).join('\n\n')
  const tokens = history.reduce((sum, message) => sum + messageTokens(message, isGroup), 0)
  return { ...sectionOf('history', ''), tokens, text }
}
