import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { AuthorsNote } from '../store/chat-store.ts'

/**
 * SillyTavern's chat files: JSON lines, the first about the chat, each other one a message. The variants of a message
 * are its `swipes`, and `swipe_id` is the shown one. This is the first line.
 */
export interface TavernHead {
  user_name: string
  character_name: string
  create_date: string
  chat_metadata: Record<string, unknown>
}

/** The line of a message. */
export interface TavernLine {
  name: string
  is_user: boolean
  is_system: boolean
  send_date: string
  mes: string
  extra: TavernExtra
  swipe_id?: number
  swipes?: string[]
  swipe_info?: { send_date: string; extra: TavernExtra }[]
}

/** What is kept with a line, and with each of its swipes. SillyTavern keeps the keys that it does not know. */
interface TavernExtra {
  type?: typeof NARRATOR_TYPE
  everkin?: OwnFields
}

/** What the format has no place for. Each field is left out where it says nothing. */
export interface OwnFields {
  /** A line of a group's narrator; other narration has no character's role. */
  role?: 'character'
  /** The speaker of a swipe that is not the speaker of the line. */
  speaker?: string
  status?: 'stopped' | 'failed'
  is_cut_off?: true
}

/** Lines without a speaker in the story. */
export const NARRATOR_TYPE = 'narrator'
export const NARRATOR_NAME = 'System'

const NOTE_DEPTH = 4
/** The position of a note inside the conversation; the others stand before or after the whole of it. */
const NOTE_IN_CHAT = 1

/** The author's note as SillyTavern stores it with a chat. */
export function noteMetadata(note: AuthorsNote | null): Record<string, unknown> {
  return note === null
    ? {}
    : { note_prompt: note.text, note_interval: 1, note_position: NOTE_IN_CHAT, note_depth: note.depth, note_role: 0 }
}

/** The author's note of a chat. An interval of 0 means that it is switched off. */
export function parseNote(metadata: Record<string, unknown>): { note: AuthorsNote | null; isCut: boolean } {
  const { note_prompt: prompt, note_interval: interval, note_depth: depth } = metadata
  if (typeof prompt !== 'string' || prompt.trim() === '' || interval === 0) return { note: null, isCut: false }
  const whole = prompt.toWellFormed().replaceAll('\0', '')
  const text = truncateText(whole, LIMITS.noteLength)
  const wanted = Number.isInteger(depth) ? Number(depth) : NOTE_DEPTH
  return { note: { text, depth: Math.min(Math.max(0, wanted), LIMITS.noteDepth) }, isCut: text.length < whole.length }
}

const HUMANISED = /^(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s(?:\s*(\d{1,3})ms)?/
const SPOKEN = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?/i
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses the date of a line in every format that SillyTavern's versions have used; null for anything else. Dates
 * without a time zone count as UTC.
 */
export function parseSendDate(value: unknown): Date | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,14}$/.test(value))) {
    const number = Number(value)
    return plausibleDate(number < 1e11 ? number * 1000 : number)
  }
  if (typeof value !== 'string') return null
  const human = HUMANISED.exec(value)
  if (human) {
    const [year = 0, month = 0, day, hour, minute, second, ms = 0] = human.slice(1).map((digits) => Number(digits ?? 0))
    return plausibleDate(Date.UTC(year, month - 1, day, hour, minute, second, ms))
  }
  const spoken = SPOKEN.exec(value)
  if (spoken) {
    const [, name = '', day, year, hour, minute, second, half] = spoken
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
    const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
    if (month < 0) return null
    return plausibleDate(Date.UTC(Number(year), month, Number(day), hours, Number(minute), Number(second ?? 0)))
  }
  const iso = ISO.exec(value)?.[0]
  if (!iso) return null
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) || !/[T ]/.test(iso)
  return plausibleDate(Date.parse(hasZone ? iso : `${iso.replace(' ', 'T')}Z`))
}

/** The date, if a chat can have been written on it. */
function plausibleDate(unixMs: number): Date | null {
  const date = new Date(unixMs)
  const year = date.getUTCFullYear()
  return year >= 1990 && year <= 2200 ? date : null
}
