import type { Queryable } from '../../platform/db/database.ts'
import { listFactsOf } from './fact-store.ts'
import { listSummariesOf } from './summary-store.ts'

/** What is remembered of a person's chats, for the copy of their data. */
export async function exportMemory(db: Queryable, personId: string): Promise<object[]> {
  const chats = new Map<string, { chat_id: string; summary: string; facts: object[] }>()
  const chatOf = (chatId: string) => {
    const known = chats.get(chatId) ?? { chat_id: chatId, summary: '', facts: [] }
    chats.set(chatId, known)
    return known
  }
  for (const { chatId, text } of await listSummariesOf(db, personId)) chatOf(chatId).summary = text
  for (const fact of await listFactsOf(db, personId))
    chatOf(fact.chatId).facts.push({
      text: fact.text,
      pinned: fact.pinned,
      written_by: fact.origin,
      message: fact.sourceSeq,
      created_at: fact.createdAt,
    })
  return [...chats.values()]
}
