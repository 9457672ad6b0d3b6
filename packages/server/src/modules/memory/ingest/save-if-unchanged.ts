import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts'
import { loadSpoken, type RecalledMessage } from '../../chats/module.ts'
import { nextMemoryRev } from '../store/fact-store.ts'
import type { IngestContext } from './ingest-context.ts'

/** Memory or a message was changed while messages were ingested: what was made of them must be discarded. */
export class ConcurrentChange extends Error {}

interface ReadMessages {
  /** The messages that were asked for, which includes hidden ones and notices. */
  seqs: readonly number[]
  /** What was said in them. */
  said: readonly RecalledMessage[]
}

/**
 * Saves what was made of messages as the next revision of the chat's memory, which `context` then has. Nothing is saved if
 * the memory has another revision than the context, or if one of the messages was edited, hidden, shown or deleted since it
 * was read. @throws ConcurrentChange.
 */
export async function saveIfUnchanged(
  { database }: { database: Database },
  context: IngestContext,
  read: ReadMessages,
  save: (tx: Transaction, rev: number) => Promise<void>,
): Promise<void> {
  context.memoryRev = await database.transaction(async (tx) => {
    const rev = await nextMemoryRev(tx, context.chat.id)
    if (rev !== context.memoryRev + 1 || !(await areUnchanged(tx, context.chat.id, read))) throw new ConcurrentChange()
    await save(tx, rev)
    return rev
  })
}

async function areUnchanged(db: Queryable, chatId: string, { seqs, said }: ReadMessages): Promise<boolean> {
  const now = new Map((await loadSpoken(db, chatId, seqs)).map(({ seq, text }) => [seq, text]))
  return now.size === said.length && said.every(({ seq, text }) => now.get(seq) === text)
}
