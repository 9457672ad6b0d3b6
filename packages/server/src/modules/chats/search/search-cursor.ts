import { invalidInput } from '../../../platform/app-error.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'

/** The position of a message among the hits of a search: its number in one chat, its time over all of them. */
export interface HitPlace {
  /** The message's number, or its time in milliseconds. */
  major: number
  chatId: string
  seq: number
}

/** Greater than 0 when `one` comes after `other` in a list with the newest first. */
export function compareHits(one: HitPlace, other: HitPlace): number {
  if (one.major !== other.major) return other.major - one.major
  if (one.chatId !== other.chatId) return one.chatId < other.chatId ? 1 : -1
  return other.seq - one.seq
}

/** A position as an opaque cursor; it contains nothing of the query. */
export function formatHitCursor(place: HitPlace, chatId: string | null): string {
  return encodeCursor([chatId ?? '', place.major, place.chatId, place.seq])
}

/**
 * @throws AppError InvalidInput for anything that `formatHitCursor` did not create, or created for another search
 * scope.
 */
export function parseHitCursor(cursor: string | undefined, chatId: string | null): HitPlace | null {
  if (cursor === undefined) return null
  const value = decodeCursor(cursor)
  if (Array.isArray(value) && value.length === 4 && value[0] === (chatId ?? '')) {
    const [, major, inChat, seq]: unknown[] = value
    if (Number.isSafeInteger(major) && typeof inChat === 'string' && Number.isSafeInteger(seq))
      return { major: Number(major), chatId: inChat, seq: Number(seq) }
  }
  throw invalidInput('cursor')
}
