import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import { loadPerson } from '../../accounts/module.ts'
import { listChatView } from '../context/change-chat.ts'
import type { ChatReader } from '../context/participant-policy.ts'
import type { ChatServices } from '../services.ts'
import { type ChatListPosition, listChats } from '../store/chat-list-store.ts'
import type { ChatRow } from '../store/chat-store.ts'

/**
 * A page of a person's chats, pinned first, then newest. Chats whose card they may not see are left out (N4), so a page
 * may be shorter than `limit` and still have a next one.
 * @throws AppError NotSignedIn, InvalidInput for an invalid cursor.
 */
export async function loadChatList(
  services: ChatServices,
  reader: ChatReader & { locale: Locale },
  query: { cursor?: string | undefined; q?: string | undefined; limit: number },
): Promise<ApiData<'GET /api/chat/list'>> {
  const { personId } = reader.identity
  const rows = await listChats(services.database, personId, {
    after: parseListCursor(query.cursor),
    search: query.q?.trim() || null,
    limit: query.limit + 1,
  })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  const views = await Promise.all(page.map((chat) => listChatView(services, person, reader, chat)))
  return {
    list: views.filter((view): view is Chat => view !== null),
    next_cursor: rows.length > query.limit && last ? formatListCursor(last) : null,
  }
}

/** In a year that the database supports. */
const YEAR = /^[1-9]\d{3}-/

/** The end of a page of the chat list, as an opaque cursor. */
function formatListCursor(chat: ChatRow): string {
  const position: ChatListPosition = { pinned: chat.pinned, updatedAt: chat.updatedAt.toISOString(), id: chat.id }
  return encodeCursor(position)
}

/** @throws AppError InvalidInput for anything that `formatListCursor` did not create. */
function parseListCursor(cursor: string | undefined): ChatListPosition | null {
  if (cursor === undefined) return null
  const value = decodeCursor(cursor) as Partial<ChatListPosition> | null | undefined // checked below
  if (
    typeof value?.pinned === 'boolean' &&
    typeof value.id === 'string' &&
    typeof value.updatedAt === 'string' &&
    YEAR.test(value.updatedAt) &&
    isMoment(value.updatedAt)
  )
    return { pinned: value.pinned, updatedAt: value.updatedAt, id: value.id }
  throw invalidInput('cursor')
}

/** Whether a text is a time as `toISOString` writes it. 30 February is none. */
function isMoment(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
