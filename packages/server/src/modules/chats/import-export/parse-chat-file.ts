import type { ImportRemark } from '@everkin/contract/http/chat-tools.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { z } from 'zod'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { parseSendDate } from './tavern-format.ts'

export type ChatImportRemark = z.output<typeof ImportRemark>

/** A message of a file, with its variants. */
export interface FileMessage {
  line: number
  name: string
  role: 'user' | 'character' | 'system'
  versions: string[]
  /** Index of the variant that is shown. */
  shown: number
  sentAt: Date | null
}

export interface FileChat {
  /** The character's name in the file; null when it is missing or useless. */
  characterName: string | null
  messages: FileMessage[]
  remarks: ChatImportRemark[]
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
export async function parseChatFile(bytes: Uint8Array): Promise<FileChat> {
  const chat: FileChat = { characterName: null, messages: [], remarks: [], readable: 0 }
  let texts = 0
  let line = 0
  for (const text of linesOf(new TextDecoder().decode(bytes))) {
    line += 1
    await yieldIfDue()
    if (text.trim() === '') continue
    if (line > LIMITS.chatFileLines || texts >= LIMITS.chatFileMessages) {
      chat.remarks.push({ line, kind: 'too_many' })
      break
    }
    const value = text.length > MAX_LINE_LENGTH ? null : parsed(text)
    if (!value) {
      chat.remarks.push({ line, kind: 'unreadable' })
      continue
    }
    chat.readable += 1
    if (isHead(value)) {
      chat.characterName ??= nameIn(value.character_name)
      continue
    }
    const message = messageOf(value, line, chat.remarks)
    if (!message) continue
    texts += message.versions.length
    chat.messages.push(message)
  }
  chat.characterName ??= chat.messages.find((message) => message.role === 'character')?.name || null
  return chat
}

/** One line after the other: a file may consist of line ends. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(from, index)
    from = index + end.length
  }
  yield text.slice(from)
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function isHead(value: Record<string, unknown>): boolean {
  return !('mes' in value) && ('chat_metadata' in value || 'user_name' in value || 'character_name' in value)
}

function nameIn(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = wellFormed(value).trim()
  return name === '' || name === NO_NAME ? null : name.slice(0, LIMITS.nameLength)
}

function messageOf(value: Record<string, unknown>, line: number, remarks: ChatImportRemark[]): FileMessage | null {
  const mes = textIn(value.mes)
  const swipes = Array.isArray(value.swipes) ? value.swipes.slice(0, MAX_VERSIONS).map(textIn) : []
  if (mes === null && swipes.every((text) => text === null)) {
    remarks.push({ line, kind: 'unreadable' })
    return null
  }
  const { versions, shown } = versionsOf(mes, swipes, value.swipe_id)
  if (versions.length === 0) {
    remarks.push({ line, kind: 'empty' })
    return null
  }
  if (versions.some((text) => text.length > LIMITS.importedMessageLength)) remarks.push({ line, kind: 'cut' })
  const sentAt = parseSendDate(value.send_date)
  if (!sentAt) remarks.push({ line, kind: 'date' })
  return {
    line,
    name: nameIn(value.name) ?? '',
    role: roleOf(value),
    versions: versions.map(cut),
    shown,
    sentAt,
  }
}

/** The non-empty variants. A text that was edited after swiping counts in its shown form. */
function versionsOf(mes: string | null, swipes: readonly (string | null)[], swipeId: unknown) {
  const at = Number.isInteger(swipeId) ? Number(swipeId) : swipes.indexOf(mes)
  const texts = [...swipes]
  const isThere = at >= 0 && at < texts.length
  if (isThere && mes !== null && mes.trim() !== '') texts[at] = mes
  if (!isThere && mes !== null) texts.push(mes)
  const place = isThere ? at : texts.length - 1
  const versions = texts.flatMap((text, index) => (text !== null && text.trim() !== '' ? [{ text, index }] : []))
  const shown = versions.findIndex(({ index }) => index === place)
  return { versions: versions.map(({ text }) => text), shown: shown < 0 ? versions.length - 1 : shown }
}

/** Notes of the program itself and of narrators have a type; all others belong to a speaker, hidden or not. */
function roleOf(value: Record<string, unknown>): FileMessage['role'] {
  const { extra } = value
  const type = typeof extra === 'object' && extra !== null && 'type' in extra ? extra.type : undefined
  if (typeof type === 'string' && type !== '') return 'system'
  return value.is_user === true ? 'user' : 'character'
}

/** A text, also in the nested form that another program writes. */
function textIn(value: unknown): string | null {
  if (typeof value === 'string') return wellFormed(value)
  const isNested = typeof value === 'object' && value !== null && 'message' in value
  return isNested && typeof value.message === 'string' ? wellFormed(value.message) : null
}

/** Removes what a database cannot store. */
function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

function cut(text: string): string {
  return text.slice(0, LIMITS.importedMessageLength).toWellFormed()
}
