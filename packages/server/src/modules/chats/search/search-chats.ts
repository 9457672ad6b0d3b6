import type { SearchHit } from '@everkin/contract/http/chat-tools.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { loadVisibleChat } from '../context/participant-policy.ts'
import { chatView, speakerOf } from '../context/views.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { findOnPath } from '../store/message-path.ts'
import { type Found, findHits, type HitBlock } from './find-hits.ts'
import { findBlocks } from './index-store.ts'
import { parseQuery } from './parse-query.ts'
import { formatHitCursor, parseHitCursor } from './search-cursor.ts'
import { loadSearchableChats, type SearchableChat } from './searchable-chats.ts'
import { snippetOf } from './snippet.ts'
import { updateIndexes } from './update-index.ts'

/** How long a search waits for the index. The rest is indexed afterwards, and the next search finds it. */
const CATCH_UP_MS = 2_500
const BACKGROUND_INDEX_MS = 120_000

export interface SearchPage {
  list: SearchHit[]
  next_cursor: string | null
  is_complete: boolean
}

/**
 * Searches a person's messages, newest first: one chat in message order, all chats by time. Every word must occur, the
 * last one at least as a prefix. A page may be shorter than requested and still have a next one. `is_complete` is false
 * while older messages are not indexed yet.
 * @throws AppError NotFound for a chat that the person may not see, InvalidInput for an invalid cursor.
 */
export async function searchChats(
  services: ChatServices,
  caller: SignedInCaller,
  input: { q: string; chatId: string | null; scope: 'path' | 'branches'; cursor?: string | undefined; limit: number },
): Promise<SearchPage> {
  const { database } = services
  const personId = caller.identity.personId
  const after = parseHitCursor(input.cursor, input.chatId)
  if (input.chatId !== null) await loadVisibleChat(services, caller, input.chatId)
  const wanted = parseQuery(input.q)
  if (wanted.length === 0) return { list: [], next_cursor: null, is_complete: true }
  const isComplete = await updateIndexes(database, personId, input.chatId, CATCH_UP_MS)
  if (!isComplete) indexRest(services, personId, input.chatId)

  const blocks = await findBlocks(database, personId, input.chatId)
  const chats = await loadSearchableChats(services, caller, [...new Set(blocks.map((block) => block.chatId))])
  const { found, last } = await findHits(database, {
    blocks: ordered(
      blocks.filter((block) => chats.has(block.chatId)),
      input.chatId !== null,
    ),
    wanted,
    after,
    isByTime: input.chatId === null,
    leaves: input.scope === 'path' ? new Map([...chats].map(([id, { chat }]) => [id, chat.leafSeq])) : null,
    limit: input.limit,
  })
  return {
    list: await renderHits(database, found, chats),
    next_cursor: last && formatHitCursor(last, input.chatId),
    is_complete: isComplete,
  }
}

function ordered(blocks: { chatId: string; block: number; newestAt: Date }[], isOneChat: boolean): HitBlock[] {
  return blocks
    .map(({ chatId, block, newestAt }) => ({ chatId, block, upTo: isOneChat ? block : newestAt.getTime() }))
    .sort((one, other) => other.upTo - one.upTo || (one.chatId < other.chatId ? 1 : -1) || other.block - one.block)
}

/** Continues indexing in the background. If the process ends, the next search continues from there. */
function indexRest(services: ChatServices, personId: string, chatId: string | null): void {
  if (indexing.has(personId)) return
  indexing.add(personId)
  updateIndexes(services.database, personId, chatId, BACKGROUND_INDEX_MS)
    .catch((error: unknown) => services.log.warn({ error }, 'the search index of chats could not be updated'))
    .finally(() => indexing.delete(personId))
}

/** People whose chats are being indexed by this process. */
const indexing = new Set<string>()

/** Hits in their wire format, in the given order. */
async function renderHits(
  db: Queryable,
  found: readonly Found[],
  chats: ReadonlyMap<string, SearchableChat>,
): Promise<SearchHit[]> {
  const onPath = new Map<string, Set<number>>()
  for (const chatId of new Set(found.map(({ row }) => row.chatId))) {
    const seqs = found.filter(({ row }) => row.chatId === chatId).map(({ row }) => row.seq)
    onPath.set(chatId, new Set(await findOnPath(db, chatId, chats.get(chatId)?.chat.leafSeq ?? 0, seqs)))
  }
  return found.flatMap(({ row, line, marks }) => {
    const readable = chats.get(row.chatId)
    if (!readable) return []
    const { title, card } = chatView(readable.chat, readable.card)
    return {
      chat_id: row.chatId,
      chat_title: title,
      card,
      message_id: messageId(row.chatId, row.seq),
      parent_id: row.parentSeq === 0 ? null : messageId(row.chatId, row.parentSeq),
      seq: row.seq,
      role: row.role,
      speaker_name: row.role === 'user' ? null : (speakerOf(row.speakerId, readable.card)?.name ?? null),
      ...snippetOf(line, marks),
      created_at: row.createdAt.toISOString(),
      on_path: onPath.get(row.chatId)?.has(row.seq) ?? false,
    }
  })
}
