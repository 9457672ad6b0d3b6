import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { termHashes } from '@everkin/recall'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { yieldIfDue } from '../../platform/event-loop.ts'
import { newId } from '../../platform/ids.ts'
import type { MemoryCopy } from '../chats/module.ts'
import { isAllowedInMemory } from './ingest/screen-memory.ts'
import { RETAINED_SUMMARY_VERSIONS } from './rules.ts'
import { insertFact, nextMemoryRev } from './store/fact-store.ts'
import { loadActiveMemory } from './store/memory-store.ts'
import { insertSummary } from './store/summary-store.ts'

/** The summary and the facts of a path, oldest first. */
export async function copyMemory(db: Queryable, chat: { id: string; leafSeq: number }): Promise<MemoryCopy> {
  const { summary, facts } = await loadActiveMemory(db, chat.id, chat.leafSeq)
  return {
    summary: summary && summary.text !== '' ? { text: summary.text, coversToSeq: summary.coversToSeq } : null,
    facts: [...facts]
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map(({ text, pinned, sourceSeq }) => ({ text, pinned, sourceSeq })),
  }
}

/**
 * Stores the memories of an imported chat. They come from a file, so each text is screened, and one that may not be
 * remembered is left out. Nothing is cut: a text over its limit is left out too.
 */
export async function restoreMemory(
  tx: Transaction,
  chat: { id: string; personId: string; cardId: string },
  { summary, facts }: MemoryCopy,
  about: { adultMode: boolean; now: Date },
): Promise<number> {
  const rev = await nextMemoryRev(tx, chat.id)
  let stored = 0
  for (const { text, pinned, sourceSeq } of facts.slice(0, LIMITS.facts)) {
    await yieldIfDue()
    if (isBlank(text) || text.length > LIMITS.factLength || !isAllowedInMemory(text, about)) continue
    const fact = { chatId: chat.id, personId: chat.personId, cardId: chat.cardId, text, pinned, sourceSeq }
    const origin = sourceSeq === null ? 'person' : 'model'
    const made = { id: newId(about.now), derivedFrom: null, terms: termHashes(text), rev, createdAt: about.now }
    if (await insertFact(tx, { ...fact, ...made, origin })) stored += 1
  }
  if (summary && summary.text.length <= LIMITS.summaryLength && isAllowedInMemory(summary.text, about)) {
    const version = { rev, ...summary, origin: 'person' as const, createdAt: about.now }
    await insertSummary(tx, chat.id, version, RETAINED_SUMMARY_VERSIONS)
  }
  return stored
}
