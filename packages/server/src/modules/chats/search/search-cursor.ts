import { invalidInput } from '../../../platform/app-error.ts'

/** Where a message stands among the hits of a search: by its number in one chat, by time over all of them. */
export interface HitPlace {
  /** The message's number, or its time in milliseconds. */
  major: number
  chatId: string
  seq: number
}

/** Greater than 0 when `one` comes after `other` in a list that has the newest first. */
export function compareHits(one: HitPlace, other: HitPlace): number {
  if (one.major !== other.major) return other.major - one.major
  if (one.chatId !== other.chatId) return one.chatId < other.chatId ? 1 : -1
  return other.seq - one.seq
}

/** A place as an opaque cursor; nothing of what was sought is in it. */
export function formatHitCursor(place: HitPlace, chatId: string | null): string {
  return Buffer.from(JSON.stringify([chatId ?? '', place.major, place.chatId, place.seq])).toString('base64url')
}

/** @throws AppError InvalidInput for what `cursorOfHit` did not make, or made for a search elsewhere. */
export function parseHitCursor(cursor: string | undefined, chatId: string | null): HitPlace | null {
  if (cursor === undefined) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(value) && value.length === 4 && value[0] === (chatId ?? '')) {
      const [, major, inChat, seq]: unknown[] = value
      if (Number.isSafeInteger(major) && typeof inChat === 'string' && Number.isSafeInteger(seq))
        return { major: Number(major), chatId: inChat, seq: Number(seq) }
    }
  } catch {
    // answered below
  }
  throw invalidInput('cursor')
}
