import { invalidInput } from '../../../platform/app-error.ts'

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
  return Buffer.from(JSON.stringify([chatId ?? '', place.major, place.chatId, place.seq])).toString('base64url')
}

/**
 * @throws AppError InvalidInput for anything that `formatHitCursor` did not create, or created for another search
 * scope.
 */
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
    // rejected below
  }
  throw invalidInput('cursor')
}
