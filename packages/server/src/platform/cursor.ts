import { invalidInput } from './app-error.ts'

/** A position in a list as an opaque cursor. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * What a cursor holds, not yet checked; undefined for anything that `encodeCursor` did not create, and for texts that no
 * database column can store.
 */
export function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'), (_key, value: unknown) => {
      if (typeof value === 'string' && value.includes('\0')) throw new Error('NUL in a cursor')
      return value
    })
  } catch {
    return undefined
  }
}

/** The position of a row in a list that begins with the newest. */
export interface TimeCursor {
  createdAt: Date
  id: string
}

/** A page of a list that begins with the newest. Pass one row more than `limit`: it tells whether another page follows. */
export function paginateByTime<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  timeOf: (row: Row) => Date,
): { list: Row[]; nextCursor: string | null } {
  const list = rows.slice(0, limit)
  const last = list.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { list, nextCursor: hasMore ? `${timeOf(last).getTime().toString(36)}.${last.id}` : null }
}

/**
 * The position after which a page starts; null for the first page.
 * @throws AppError InvalidInput on `cursor` for one that `paginateByTime` did not create.
 */
export function parseTimeCursor(cursor: string | undefined): TimeCursor | null {
  if (cursor === undefined) return null
  const [, time = '', id = ''] = /^([0-9a-z]{1,9})\.([0-9A-Za-z]{1,64})$/.exec(cursor) ?? []
  if (id === '') throw invalidInput('cursor')
  return { createdAt: new Date(Number.parseInt(time, 36)), id }
}
