import { LIMITS } from '@everkin/contract/limits.ts'
import { isLocale, type Locale } from '@everkin/contract/locales.ts'
import { singleLineName } from '@everkin/contract/single-line-name.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { MemoryCopy } from '../context/memory-port.ts'
import type { AuthorsNote } from '../store/chat-store.ts'
import { parseMessageId } from '../store/message-id.ts'
import {
  type ChatImportWarning,
  count,
  cutText,
  endingOf,
  type FileText,
  type LeftOut,
  linesOf,
  objectIn,
  parseObject,
  wellFormed,
} from './parse-chat-file.ts'

/** A message of a file with branches. */
export interface TreeMessage extends FileText {
  line: number
  /** Its number in the chat that was exported. */
  seq: number
  /** The id of the group's member who speaks, as in `members`; empty where the file names none. */
  speakerKey: string
  /** The number of the message before it; 0 at a root. */
  parentSeq: number
  isActive: boolean
  hidden: boolean
}

/** A member of the group that a file is a chat with. Its id means nothing here, except within the file. */
export interface FileMember {
  key: string
  name: string
  isMuted: boolean
}

/** A chat as Everkin exports it. Ids in it mean nothing here. */
export interface EverkinChat {
  cardName: string | null
  /** Of a group, in its order. */
  members: FileMember[]
  title: string
  locale: Locale | null
  pinned: boolean
  note: AuthorsNote | null
  memory: MemoryCopy
  /** By number. */
  messages: TreeMessage[]
  /** The number of the parent of each message, empty messages included. */
  parents: ReadonlyMap<number, number>
  /** What the file has and an import does not bring in, with how often. */
  leftOut: LeftOut
  warnings: ChatImportWarning[]
}

const ROLES = ['user', 'character', 'system'] as const
/** A head has a hundred lines, and five for each fact. */
const MAX_HEAD_LINES = 10_000
/** Maximum length of a title, and of the line that begins the messages. */
const MAX_START_LENGTH = 1_000
const MESSAGES_START = /"messages"\s*:\s*\[\s*$/

/** Whether a file may be a chat that Everkin has exported: one object over several lines, or on a single one. */
export function isEverkinChat(text: string): boolean {
  const start = text.search(/\S/)
  if (start < 0 || text[start] !== '{' || !text.includes('"messages"')) return false
  const end = text.indexOf('\n', start)
  return end < 0 || !text.slice(start, end).trimEnd().endsWith('}')
}

/**
 * Parses a chat of Everkin's own format leniently: an invalid message is left out and reported. The file is read line
 * by line, as it was written, so that a large one does not hold the event loop. One that was reformatted is parsed whole,
 * if it is short enough. Null when it is no such chat.
 */
export async function parseEverkinChat(text: string): Promise<EverkinChat | null> {
  const found = (await readLines(text)) ?? readWhole(text)
  if (!found) return null
  const parents = new Map<number, number>()
  const chat = { ...chatOf(found.head), parents }
  for (const { value, line } of found.messages) {
    await yieldIfDue()
    if (chat.messages.length >= LIMITS.chatFileMessages) {
      chat.warnings.push({ line, kind: 'too_many' })
      break
    }
    const message = value && messageOf(value, line)
    if (!message || parents.has(message.seq) || message.parentSeq >= message.seq) {
      chat.warnings.push({ line, kind: 'unreadable' })
      continue
    }
    parents.set(message.seq, message.parentSeq)
    count(chat.leftOut, 'pictures', Array.isArray(value.pictures) ? value.pictures.length : 0)
    count(chat.leftOut, 'reasoning', textIn(value.reasoning).trim() === '' ? 0 : 1)
    const text = cutText(message.text)
    if (text.trim() === '') continue
    if (text.length < message.text.length) chat.warnings.push({ line, kind: 'cut' })
    if (!message.sentAt) chat.warnings.push({ line, kind: 'date' })
    chat.messages.push({ ...message, text })
  }
  chat.messages.sort((a, b) => a.seq - b.seq)
  return chat
}

interface FoundChat {
  head: Record<string, unknown>
  messages: { value: Record<string, unknown> | null; line: number }[]
}

async function readLines(text: string): Promise<FoundChat | null> {
  const headLines: string[] = []
  const messages: FoundChat['messages'] = []
  let head: Record<string, unknown> | null = null
  let line = 0
  for (const content of linesOf(text)) {
    line += 1
    await yieldIfDue()
    const trimmed = content.trim()
    if (head === null) {
      headLines.push(content)
      if (headLines.length > MAX_HEAD_LINES) return null
      if (trimmed.length > MAX_START_LENGTH || !MESSAGES_START.test(trimmed)) continue
      head = parseObject(`${headLines.join('\n')}]}`)
      if (!head) return null
      continue
    }
    if (trimmed === '' || trimmed === ']') continue
    if (trimmed === '}' || messages.length > LIMITS.chatFileMessages) break
    messages.push({ value: parseObject(trimmed.replace(/,$/, '')), line })
  }
  const isReadable = messages.length === 0 || messages.some(({ value }) => value !== null)
  return head && isReadable ? { head, messages } : null
}

function readWhole(text: string): FoundChat | null {
  const head = parseObject(text)
  if (!head || !Array.isArray(head.messages)) return null
  const listed: readonly unknown[] = head.messages.slice(0, LIMITS.chatFileMessages + 1)
  return { head, messages: listed.map((value, index) => ({ value: objectIn(value), line: index + 1 })) }
}

function chatOf(head: Record<string, unknown>): Omit<EverkinChat, 'parents'> {
  const warnings: ChatImportWarning[] = []
  const note = objectIn(head.note)
  const noteText = textIn(note?.text)
  if (noteText.length > LIMITS.noteLength) warnings.push({ line: 1, kind: 'note' })
  const depth = Number.isInteger(note?.depth) ? Math.min(Math.max(0, Number(note?.depth)), LIMITS.noteDepth) : 0
  const name = singleLineName(textIn(objectIn(head.card)?.name)).trim()
  return {
    cardName: name === '' ? null : truncateText(name, LIMITS.nameLength),
    members: membersIn(objectIn(head.card)?.members),
    title: truncateText(singleLineName(textIn(head.title)).trim(), LIMITS.nameLength),
    locale: typeof head.language === 'string' && isLocale(head.language) ? head.language : null,
    pinned: head.pinned === true,
    note: noteText.trim() === '' ? null : { text: truncateText(noteText, LIMITS.noteLength), depth },
    memory: memoryIn(objectIn(head.memory)),
    messages: [],
    leftOut: {},
    warnings,
  }
}

function membersIn(value: unknown): FileMember[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : []
  return listed.slice(0, LIMITS.groupMembers).flatMap((one) => {
    const member = objectIn(one)
    const [key, name] = [textIn(member?.id), textIn(member?.name)]
    return key === '' ? [] : [{ key, name, isMuted: member?.muted === true }]
  })
}

function memoryIn(memory: Record<string, unknown> | null): MemoryCopy {
  const summary = objectIn(memory?.summary)
  const text = textIn(summary?.text)
  const listed: readonly unknown[] = Array.isArray(memory?.facts) ? memory.facts : []
  const facts = listed
    .slice(0, LIMITS.facts)
    .map(objectIn)
    .filter((fact) => fact !== null)
  return {
    summary: text.trim() === '' ? null : { text, coversToSeq: seqOf(summary?.until) ?? 0 },
    facts: facts.map((fact) => ({
      text: textIn(fact.text),
      pinned: fact.pinned === true,
      sourceSeq: seqOf(fact.message_id),
    })),
  }
}

function messageOf(value: Record<string, unknown>, line: number): TreeMessage | null {
  const role = ROLES.find((each) => each === value.role)
  const seq = seqOf(value.id)
  const parentSeq = value.parent_id === null ? 0 : seqOf(value.parent_id)
  if (!role || seq === null || parentSeq === null || typeof value.text !== 'string') return null
  const sentAt = new Date(typeof value.created_at === 'string' ? value.created_at : Number.NaN)
  const name = role === 'user' ? '' : truncateText(singleLineName(textIn(value.speaker)).trim(), LIMITS.nameLength)
  return {
    line,
    seq,
    parentSeq,
    isActive: value.active === true,
    speakerKey: role === 'character' ? textIn(value.speaker_id) : '',
    role,
    name,
    isNarrator: role === 'character' && name === '',
    ...(role === 'user' ? endingOf(null, null) : endingOf(value.status, value.is_cut_off)),
    text: textIn(value.text),
    hidden: value.hidden === true,
    sentAt: Number.isNaN(sentAt.getTime()) ? null : sentAt,
  }
}

/** The number in a message's id; null for anything else. */
function seqOf(id: unknown): number | null {
  return typeof id === 'string' ? (parseMessageId(id)?.seq ?? null) : null
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? wellFormed(value) : ''
}
