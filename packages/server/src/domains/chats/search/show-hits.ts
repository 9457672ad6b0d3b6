import type { SearchHit } from '@everkin/contract/http/chat-tools.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { messageId } from '../message-id.ts'
import { chatView, speakerOf } from '../views.ts'
import type { Found } from './find-hits.ts'
import { seqsOnPath } from './hit-store.ts'
import type { ReadableChat } from './readable-chats.ts'
import { snippetOf } from './snippet.ts'

/** Hits as the wire has them, in the order given. */
export async function showHits(
  db: Queryable,
  found: readonly Found[],
  chats: ReadonlyMap<string, ReadableChat>,
): Promise<SearchHit[]> {
  const onPath = new Map<string, Set<number>>()
  for (const chatId of new Set(found.map(({ row }) => row.chatId))) {
    const seqs = found.filter(({ row }) => row.chatId === chatId).map(({ row }) => row.seq)
    onPath.set(chatId, new Set(await seqsOnPath(db, chatId, chats.get(chatId)?.chat.leafSeq ?? 0, seqs)))
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
