import { invalidInput } from '../../../platform/app-error.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import type { ChatListPosition, ChatRow } from '../store/chat-store.ts'

/** The format of `toISOString`, for years that the database supports. */
const MOMENT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The end of a page of the chat list, as an opaque cursor. */
export function formatListCursor(chat: ChatRow): string {
  const position: ChatListPosition = { pinned: chat.pinned, updatedAt: chat.updatedAt.toISOString(), id: chat.id }
  return encodeCursor(position)
}

/** @throws AppError InvalidInput for anything that `formatListCursor` did not create. */
export function parseListCursor(cursor: string | undefined): ChatListPosition | null {
  if (cursor === undefined) return null
  const value = decodeCursor(cursor) as Partial<ChatListPosition> | null | undefined // checked below
  if (
    typeof value?.pinned === 'boolean' &&
    typeof value.id === 'string' &&
    typeof value.updatedAt === 'string' &&
    MOMENT.test(value.updatedAt) &&
    !Number.isNaN(Date.parse(value.updatedAt))
  )
    return { pinned: value.pinned, updatedAt: value.updatedAt, id: value.id }
  throw invalidInput('cursor')
}
