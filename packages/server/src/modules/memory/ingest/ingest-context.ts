import type { Queryable } from '../../../platform/db/database.ts'
import {
  type ChatContext,
  type ChatServices,
  findParents,
  loadChatContext,
  type RecalledMessage,
} from '../../chats/module.ts'
import { forgottenFilter } from '../recall/forgotten-filter.ts'
import { type FactRow, listFacts } from '../store/fact-store.ts'
import { loadMemoryState } from '../store/memory-store.ts'
import { isAllowedInMemory } from './screen-memory.ts'

/** A chat whose messages are being ingested into memory. */
export interface IngestContext extends ChatContext {
  /** Revision of the chat's memory when the facts were read, or of what was saved since (`saveIfUnchanged`). */
  memoryRev: number
  /** Messages up to this one are forgotten. */
  floorSeq: number
  facts: FactRow[]
  /** Whether a message may be remembered: not a forgotten one and not a crisis message. */
  canRemember: (said: RecalledMessage) => boolean
}

/** Loads a chat for ingest. @throws AppError as `loadChatContext` does. */
export async function openIngestContext(
  services: ChatServices,
  personId: string,
  chatId: string,
): Promise<IngestContext> {
  const context = await loadChatContext(services, { identity: { personId }, country: null, isBackground: true }, chatId)
  // Before the facts, so that a change of them is noticed.
  const { memoryRev, floorSeq } = await loadMemoryState(services.database, chatId)
  const facts = await listFacts(services.database, chatId)
  const isForgotten = forgottenFilter(facts.filter((fact) => fact.forgottenAt !== null))
  const about = { adultMode: context.person.nsfw }
  return {
    ...context,
    memoryRev,
    floorSeq,
    facts,
    canRemember: (said) => !isForgotten(said) && isAllowedInMemory(said.text, about),
  }
}

const PAGE_SIZE = 5_000

/**
 * The numbers of the path's messages after `afterSeq`, oldest first. Only numbers are loaded, since a path may be a
 * hundred thousand messages long.
 */
export async function listUnreadPath(
  db: Queryable,
  chat: { id: string; leafSeq: number },
  afterSeq: number,
): Promise<number[]> {
  const seqs: number[] = []
  let nextSeq = chat.leafSeq
  while (nextSeq > afterSeq) {
    const rows = await findParents(db, chat.id, nextSeq, Math.min(PAGE_SIZE, nextSeq - afterSeq))
    if (rows[0]?.seq !== nextSeq) break
    for (const { seq, parentSeq } of rows) {
      if (seq !== nextSeq) continue
      seqs.push(seq)
      nextSeq = parentSeq
    }
  }
  return seqs.reverse()
}
