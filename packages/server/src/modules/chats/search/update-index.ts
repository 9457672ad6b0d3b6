import { indexTerms } from '@everkin/recall'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { yieldToEventLoop } from '../../../platform/event-loop.ts'
import { blockOf, placeOf } from './index-blocks.ts'
import {
  addTerms,
  dropTerms,
  ensureIndex,
  findBlockMessages,
  findChangedBetween,
  findStaleChats,
  type IndexedMessage,
  lockIndex,
  saveBlocks,
  saveIndexedRevision,
} from './index-store.ts'

/** Number of messages indexed per transaction: small, so that nobody waits long for the database or the CPU. */
const BATCH_SIZE = 256

/**
 * Brings the index of a person's chats, or of one, up to date, for at most `withinMs`. Only searches update the index:
 * a turn costs nothing extra, a crash loses nothing, and a person who never searches has no index. Returns whether
 * everything is indexed.
 */
export async function updateIndexes(
  database: Database,
  personId: string,
  chatId: string | null,
  withinMs: number,
): Promise<boolean> {
  const until = performance.now() + withinMs
  for (;;) {
    const stale = await findStaleChats(database, personId, chatId, CHAT_BATCH_SIZE)
    if (stale.length === 0) return true
    for (const { id } of stale) {
      while (!(await indexStep(database, id))) {
        if (performance.now() > until) return false
        // Yield to other requests between two steps.
        await yieldToEventLoop()
      }
    }
    if (performance.now() > until) return stale.length < CHAT_BATCH_SIZE
  }
}

const CHAT_BATCH_SIZE = 100

/** Indexes the next changes of a chat; true when none are left. */
function indexStep(database: Database, chatId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const state = await lockIndex(tx, chatId)
    if (!state) return true
    const changed = await findChangedBetween(tx, chatId, state.rev, state.chatRev, BATCH_SIZE)
    // A change to an indexed message: read its whole block again.
    const dirty = new Set(changed.filter((row) => row.seq <= state.seq).map((row) => blockOf(row.seq)))
    const fresh = changed.filter((row) => !row.isOut && row.seq > state.seq && !dirty.has(blockOf(row.seq)))
    if (dirty.size > 0) await dropTerms(tx, chatId, [...dirty])
    await addMessages(tx, chatId, fresh)
    for (const block of dirty) await addMessages(tx, chatId, await findBlockMessages(tx, chatId, block))
    const isLast = changed.length < BATCH_SIZE
    const rev = isLast ? state.chatRev : (changed.at(-1)?.rev ?? state.chatRev)
    const seq = changed.reduce((highest, row) => (row.isOut ? highest : Math.max(highest, row.seq)), state.seq)
    await saveIndexedRevision(tx, chatId, rev, seq)
    return isLast
  })
}

async function addMessages(tx: Transaction, chatId: string, messages: readonly IndexedMessage[]): Promise<void> {
  if (messages.length === 0) return
  const places = new Map<number, Map<string, string>>()
  const newest = new Map<number, Date>()
  for (const { seq, text, createdAt } of messages) {
    const block = blockOf(seq)
    const ofBlock = places.get(block) ?? new Map<string, string>()
    places.set(block, ofBlock)
    for (const term of indexTerms(text)) ofBlock.set(term, (ofBlock.get(term) ?? '') + placeOf(seq))
    const known = newest.get(block)
    if (!known || known < createdAt) newest.set(block, createdAt)
  }
  const terms = [...places].flatMap(([block, ofBlock]) =>
    [...ofBlock].map(([term, at]) => ({ block, term, places: at })),
  )
  // Use one order everywhere; neighbouring terms are also near each other in the table.
  terms.sort((one, other) => one.block - other.block || (one.term < other.term ? -1 : 1))
  await addTerms(tx, chatId, terms)
  await saveBlocks(
    tx,
    chatId,
    [...newest].map(([block, newestAt]) => ({ block, newestAt })),
  )
}

/**
 * Removes the terms of deleted or changed messages from the index in the same commit. Called under the chat's lock; the
 * next search sees their revisions and reads the blocks again.
 */
export async function removeFromIndex(tx: Transaction, chatId: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length > 0 && (await ensureIndex(tx, chatId))) await dropTerms(tx, chatId, [...new Set(seqs.map(blockOf))])
}
