import type { ChatImportLeftOut, ImportWarning } from '@everkin/contract/http/chat-tools.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { singleLineName } from '@everkin/contract/single-line-name.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { z } from 'zod'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { AuthorsNote } from '../store/chat-store.ts'
import { NARRATOR_TYPE, parseNote, parseSendDate } from './tavern-format.ts'

export type ChatImportWarning = z.output<typeof ImportWarning>
export type LeftOut = Partial<Record<ChatImportLeftOut, number>>

/** A text of a file with its speaker. */
export interface FileText {
  role: 'user' | 'character' | 'system'
  /** The speaker's name; empty for a narrator. */
  name: string
  /** Of a group's narrator, whose role is a character's. */
  isNarrator: boolean
  text: string
  sentAt: Date | null
  status: 'complete' | 'stopped' | 'failed'
  isCutOff: boolean
}

/** A message of a file, with its variants. */
export interface FileMessage {
  line: number
  versions: FileText[]
  /** Index of the variant that is shown. */
  shown: number
  /** Kept out of prompts. */
  hidden: boolean
}

export interface FileChat {
  /** The character's name in the file; null when it is missing or useless. */
  characterName: string | null
  messages: FileMessage[]
  note: AuthorsNote | null
  /** What the file has and a chat here cannot hold, with how often. */
  leftOut: LeftOut
  warnings: ChatImportWarning[]
  /** Number of lines that were valid JSON. */
  readable: number
}

/** Maximum number of variants of one message that are imported. */
const MAX_VERSIONS = 100
/** Longer lines are not parsed: one message with all its versions is far shorter. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024
/** What newer files write in place of names. */
const NO_NAME = 'unused'

/**
 * Parses the lines of a file leniently: unknown fields are ignored, an invalid line is left out and reported, and texts
 * are kept exactly. Others get their turn in between.
 */
export async function parseChatFile(text: string): Promise<FileChat> {
  const chat: FileChat = { characterName: null, messages: [], note: null, leftOut: {}, warnings: [], readable: 0 }
  let texts = 0
  let line = 0
  for (const content of linesOf(text)) {
    line += 1
    await yieldIfDue()
    if (content.trim() === '') continue
    if (line > LIMITS.chatFileLines || texts >= LIMITS.chatFileMessages) {
      chat.warnings.push({ line, kind: 'too_many' })
      break
    }
    const value = parseObject(content)
    if (!value) {
      chat.warnings.push({ line, kind: 'unreadable' })
      continue
    }
    chat.readable += 1
    if (isHead(value)) {
      takeHead(chat, value, line)
      continue
    }
    const message = messageOf(value, line, chat)
    if (!message) continue
    texts += message.versions.length
    chat.messages.push(message)
  }
  const spoken = chat.messages.flatMap(({ versions }) => versions).find(({ role }) => role === 'character')
  chat.characterName ??= spoken?.name || null
  return chat
}

/** One line after the other: a file may consist of line ends. */
export function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(from, index)
    from = index + end.length
  }
  yield text.slice(from)
}

/** The object that a line holds; null for anything else, or when it is too long to be parsed in one go. */
export function parseObject(text: string): Record<string, unknown> | null {
  if (text.length > MAX_LINE_LENGTH) return null
  try {
    return objectIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** A copy of an object; null for anything else. */
export function objectIn(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function isHead(value: Record<string, unknown>): boolean {
  return !('mes' in value) && ('chat_metadata' in value || 'user_name' in value || 'character_name' in value)
}

function takeHead(chat: FileChat, value: Record<string, unknown>, line: number): void {
  chat.characterName ??= nameIn(value.character_name)
  const metadata = objectIn(value.chat_metadata) ?? {}
  const { note, isCut } = parseNote(metadata)
  chat.note ??= note
  if (isCut) chat.warnings.push({ line, kind: 'note' })
  count(chat.leftOut, 'variables', Object.keys(objectIn(metadata.variables) ?? {}).length)
  count(chat.leftOut, 'lorebook', typeof metadata.world_info === 'string' && metadata.world_info !== '' ? 1 : 0)
}

/** Adds to what a file has and a chat here cannot hold. */
export function count(leftOut: LeftOut, kind: ChatImportLeftOut, times: number): void {
  if (times > 0) leftOut[kind] = (leftOut[kind] ?? 0) + times
}

function nameIn(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = singleLineName(wellFormed(value)).trim()
  return name === '' || name === NO_NAME ? null : truncateText(name, LIMITS.nameLength)
}

function messageOf(value: Record<string, unknown>, line: number, { warnings, leftOut }: FileChat): FileMessage | null {
  const mes = textIn(value.mes)
  const listed: readonly unknown[] = Array.isArray(value.swipes) ? value.swipes : []
  const swipes = listed.slice(0, MAX_VERSIONS).map(textIn)
  if (mes === null && swipes.every((text) => text === null)) {
    warnings.push({ line, kind: 'unreadable' })
    return null
  }
  const extra = objectIn(value.extra) ?? {}
  count(leftOut, 'pictures', countPictures(extra))
  count(leftOut, 'reasoning', typeof extra.reasoning === 'string' && extra.reasoning.trim() !== '' ? 1 : 0)
  // A shown version beyond the limit is not lost: it is the text of the line itself.
  const isShownLater = Number(value.swipe_id) >= MAX_VERSIONS && Number(value.swipe_id) < listed.length
  count(leftOut, 'versions', listed.length - swipes.length - (isShownLater ? 1 : 0))
  const { texts, shown } = textsOf(mes, swipes, value.swipe_id)
  if (texts.length === 0) {
    warnings.push({ line, kind: 'empty' })
    return null
  }
  if (texts.some(({ text }) => text.length > LIMITS.importedMessageLength)) warnings.push({ line, kind: 'cut' })
  const sentAt = parseSendDate(value.send_date)
  if (!sentAt) warnings.push({ line, kind: 'date' })
  const swipeInfo: readonly unknown[] = Array.isArray(value.swipe_info) ? value.swipe_info : []
  const { role, hidden } = placeOf(value, extra)
  const name = nameIn(value.name) ?? ''
  const versions = texts.map(({ text, index }, place) => {
    // The line itself is newer than what is noted about its shown swipe.
    const about = place === shown ? { ...value, extra } : (objectIn(swipeInfo[index]) ?? {})
    const said = saidBy(value, { role, name, extra: objectIn(about.extra) ?? {} })
    return { ...said, text: cutText(text), sentAt: parseSendDate(about.send_date) ?? sentAt }
  })
  return { line, versions, shown, hidden }
}

/** Who says a variant and how it ended, with what Everkin has written into `extra`. */
function saidBy(
  line: Record<string, unknown>,
  { role, name, extra }: Pick<FileText, 'role' | 'name'> & { extra: Record<string, unknown> },
): Omit<FileText, 'text' | 'sentAt'> {
  const own = objectIn(extra.everkin)
  if (role === 'user' || !own) return { role, name, isNarrator: false, ...COMPLETE }
  const isNarrator = extra.type === NARRATOR_TYPE && own.role === 'character'
  const speaker = extra.type === NARRATOR_TYPE ? null : nameIn(own.speaker)
  const said =
    speaker === null ? { role: placeOf(line, extra).role, name } : { role: 'character' as const, name: speaker }
  return { ...said, isNarrator, ...endingOf(own.status, own.is_cut_off) }
}

const COMPLETE = { status: 'complete', isCutOff: false } as const

/** How a message ended, as a file says it; a reply that was being written has stopped there. */
export function endingOf(status: unknown, isCutOff: unknown): Pick<FileText, 'status' | 'isCutOff'> {
  if (status === 'failed') return { status, isCutOff: false }
  if (status === 'stopped' || status === 'streaming') return { status: 'stopped', isCutOff: false }
  return { status: 'complete', isCutOff: isCutOff === true }
}

/** Pictures and files of a message, which the chat file only names. */
function countPictures(extra: Record<string, unknown>): number {
  const listed = [extra.media, extra.files].flatMap((list) => (Array.isArray(list) ? list : []))
  const single = [extra.image, extra.file].filter((one) => (typeof one === 'string' ? one !== '' : objectIn(one)))
  return listed.length + single.length
}

/** The non-empty variants with their places in the file. A text that was edited after swiping counts as it is shown. */
function textsOf(mes: string | null, swipes: readonly (string | null)[], swipeId: unknown) {
  const at = Number.isInteger(swipeId) ? Number(swipeId) : swipes.indexOf(mes)
  const all = [...swipes]
  const isThere = at >= 0 && at < all.length
  if (isThere && mes !== null && mes.trim() !== '') all[at] = mes
  if (!isThere && mes !== null) all.push(mes)
  const place = isThere ? at : all.length - 1
  const texts = all.flatMap((text, index) => (text !== null && text.trim() !== '' ? [{ text, index }] : []))
  const shown = texts.findIndex(({ index }) => index === place)
  return { texts, shown: shown < 0 ? texts.length - 1 : shown }
}

/**
 * Who speaks, and whether characters see it. `is_system` marks what someone has hidden. Narration has a type of its
 * own; every other type is a note of the program itself, which no character has ever seen.
 */
function placeOf(
  value: Record<string, unknown>,
  { type }: Record<string, unknown>,
): Pick<FileText, 'role'> & Pick<FileMessage, 'hidden'> {
  const hidden = value.is_system === true
  if (type === NARRATOR_TYPE) return { role: 'system', hidden }
  if (typeof type === 'string' && type !== '') return { role: 'system', hidden: true }
  return { role: value.is_user === true ? 'user' : 'character', hidden }
}

/** A text, or the nested form of a text that another program writes. */
function textIn(value: unknown): string | null {
  if (typeof value === 'string') return wellFormed(value)
  const isNested = typeof value === 'object' && value !== null && 'message' in value
  return isNested && typeof value.message === 'string' ? wellFormed(value.message) : null
}

/** Removes what a database cannot store. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** A text as long as an imported message may be. */
export function cutText(text: string): string {
  return truncateText(text, LIMITS.importedMessageLength)
}
