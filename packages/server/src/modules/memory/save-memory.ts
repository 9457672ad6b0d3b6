import type { ApiBody } from '@everkin/contract/api-types.ts'
import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { overlapShare, termHashes } from '@everkin/recall'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { yieldIfDue } from '../../platform/event-loop.ts'
import { newId } from '../../platform/ids.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import {
  type ChatContext,
  type ChatReader,
  type ChatServices,
  changeChat,
  type LockedChat,
  loadChatContext,
  publishChange,
} from '../chats/module.ts'
import { isMinor } from '../safety/module.ts'
import { enqueueIngest } from './ingest/ingest-job.ts'
import { assertMemoryAllowed } from './ingest/screen-memory.ts'
import { RETAINED_SUMMARY_VERSIONS, SAME_FACT_OVERLAP, SAVE_MEMORY_LIMIT } from './rules.ts'
import type { MemoryServices } from './services.ts'
import {
  countFacts,
  type FactRow,
  forgetFacts,
  insertFact,
  listChatFactsByIds,
  nextMemoryRev,
  restoreFact,
  updateFact,
} from './store/fact-store.ts'
import { loadActiveMemory, updateMemoryFloor } from './store/memory-store.ts'
import { deletePassages, invalidatePassages } from './store/passage-store.ts'
import { deleteSummaries, insertSummary, listSummaries, type SummaryRow } from './store/summary-store.ts'

type MemoryChange = Omit<ApiBody<'POST /api/chat/saveMemory'>, 'chat_id'>
type FactChange = NonNullable<MemoryChange['facts']>[number]
type Services = MemoryServices & { chats: ChatServices }

/**
 * Saves a person's changes to a chat's memory, all of them or none. Facts are deleted first, the other changes follow in
 * their order.
 * @throws AppError NotFound (the chat, or an unknown fact), InvalidInput, SafetyStop, AgeNotOpen, TooManyRequests.
 */
export async function saveMemory(
  services: Services,
  reader: ChatReader,
  chatId: string,
  change: MemoryChange,
): Promise<void> {
  const { personId } = reader.identity
  await services.limiter.consume(`save-memory:${personId}`, SAVE_MEMORY_LIMIT)
  const context = await loadChatContext(services.chats, reader, chatId)
  await assertAllAllowed(services, context, change)
  const { chat } = await changeChat(services.chats, personId, chatId, async (locked) => {
    if (change.shares_memory !== undefined) locked.chat.sharesMemory = change.shares_memory
    const rev = await nextMemoryRev(locked.tx, chatId)
    if (change.forget_all) await forgetEverything(locked, rev)
    if (change.summary !== undefined) await saveOwnSummary(locked, rev, change.summary)
    if (change.facts) await changeFacts(locked, rev, change.facts)
    if ((await countFacts(locked.tx, chatId)) > LIMITS.facts) throw invalidInput('facts')
  })
  services.chats.contextCache.forget(chatId)
  publishMemoryChanged(services.bus, chatId)
  if (change.shares_memory !== undefined) publishChange(services.chats, chat, context.forReader.card)
  if (change.facts || change.forget_all) await enqueueIngest(services, { chatId, personId })
}

async function assertAllAllowed(
  services: Services,
  context: ChatContext,
  { summary, facts }: MemoryChange,
): Promise<void> {
  const about = {
    chatId: context.chat.id,
    personId: context.person.id,
    locale: context.locale,
    adultMode: context.person.nsfw,
    isTeen: isMinor(context.person.ageState),
    now: services.clock.now(),
  }
  const texts = (facts ?? []).flatMap((fact) => (fact.text !== undefined && fact.deleted !== true ? [fact.text] : []))
  if (texts.some(isBlank)) throw invalidInput('facts')
  if (summary) texts.push(summary)
  for (const text of texts) {
    await yieldIfDue()
    await assertMemoryAllowed(services.database, text, about)
  }
}

/**
 * Saves a summary written by the person. It covers the same messages as the previous one, and the next summary
 * continues from it.
 */
async function saveOwnSummary(locked: LockedChat, rev: number, text: string): Promise<void> {
  const { tx, chat, now } = locked
  const { summary } = await loadActiveMemory(tx, chat.id, chat.leafSeq)
  const coversToSeq = summary?.coversToSeq ?? 0
  // When the person empties the summary, an older version must not come back.
  if (text === '') {
    const older = (await listSummaries(tx, chat.id)).filter((version) => version.coversToSeq <= coversToSeq)
    await deleteSummaries(
      tx,
      chat.id,
      older.map((version) => version.rev),
    )
  }
  await insertSummary(
    tx,
    chat.id,
    { rev, text, coversToSeq, origin: 'person', createdAt: now },
    RETAINED_SUMMARY_VERSIONS,
  )
}

async function changeFacts(locked: LockedChat, rev: number, changes: readonly FactChange[]): Promise<void> {
  const named = changes.flatMap(({ id }) => id ?? [])
  const stored = named.length > 0 ? await listChatFactsByIds(locked.tx, locked.chat.id, named) : []
  const known = new Map(stored.map((fact) => [fact.id, fact]))
  if (named.some((id) => !known.has(id))) throw new AppError('NotFound')
  const deleted = changes.flatMap(({ id, deleted }) => (deleted === true && id !== undefined ? id : []))
  if (deleted.length > 0) await forgetFactsAndDerived(locked, rev, deleted)
  for (const change of changes) {
    await yieldIfDue()
    if (change.id === undefined) await addFact(locked, rev, change)
    else if (change.deleted !== true) await changeFact(locked, rev, known.get(change.id), change)
  }
}

async function changeFact(
  locked: LockedChat,
  rev: number,
  known: FactRow | undefined,
  change: FactChange,
): Promise<void> {
  if (!known) throw new AppError('NotFound')
  if (known.forgottenAt !== null && change.deleted !== false) throw new AppError('NotFound')
  if (known.forgottenAt !== null) await restoreForgotten(locked, rev, known)
  if (change.text === undefined && change.pinned === undefined) return
  const text = change.text ?? known.text
  const isNew = text !== known.text
  // A later change of the same call builds on this one.
  Object.assign(known, {
    text,
    pinned: change.pinned ?? known.pinned,
    origin: isNew ? 'person' : known.origin,
    terms: isNew ? termHashes(text) : known.terms,
    rev,
  })
  await updateFact(locked.tx, known)
}

async function addFact({ tx, chat, now }: LockedChat, rev: number, change: FactChange): Promise<void> {
  if (change.deleted) return
  if (change.text === undefined) throw invalidInput('facts')
  await insertFact(tx, {
    id: newId(now),
    chatId: chat.id,
    personId: chat.personId,
    cardId: chat.cardId,
    text: change.text,
    pinned: change.pinned ?? false,
    origin: 'person',
    sourceSeq: null,
    derivedFrom: null,
    terms: termHashes(change.text),
    rev,
    createdAt: now,
  })
}

async function restoreForgotten({ tx, chat, now }: LockedChat, rev: number, known: FactRow): Promise<void> {
  const since = new Date(now.getTime() - LIMITS.factRestoreMs)
  const restored = await restoreFact(tx, chat.id, known.id, { rev, since })
  if (restored.length === 0) throw new AppError('NotFound')
  await invalidatePassages(
    tx,
    chat.id,
    restored.flatMap((fact) => fact.sourceSeq ?? []),
    rev,
  )
}

/**
 * Forgets facts and everything derived from them: facts made from them, every summary that could contain them, and the
 * terms and embeddings of the passages around their messages, which are ingested again without them.
 */
async function forgetFactsAndDerived(locked: LockedChat, rev: number, ids: readonly string[]): Promise<void> {
  const { tx, chat, now } = locked
  const forgotten = await forgetFacts(tx, chat.id, ids, { rev, now })
  const affected: number[] = []
  for (const summary of forgotten.length > 0 ? await listSummaries(tx, chat.id) : []) {
    await yieldIfDue()
    const terms = new Set(termHashes(summary.text))
    if (forgotten.some((fact) => couldContain(summary, terms, fact))) affected.push(summary.rev)
  }
  await deleteSummaries(tx, chat.id, affected)
  await invalidatePassages(
    tx,
    chat.id,
    forgotten.flatMap((fact) => fact.sourceSeq ?? []),
    rev,
  )
}

/**
 * Whether a summary could contain a fact. A model's summary could contain anything said before its end; a person's own
 * only what its words say.
 */
function couldContain(summary: SummaryRow, terms: ReadonlySet<number>, fact: FactRow): boolean {
  const hasRead = fact.sourceSeq !== null && summary.coversToSeq >= fact.sourceSeq
  if (hasRead && summary.origin === 'model') return true
  return overlapShare(fact.terms, terms) >= SAME_FACT_OVERLAP
}

/** Forgets everything about a chat. Messages up to now are not ingested again. */
async function forgetEverything(locked: LockedChat, rev: number): Promise<void> {
  const { tx, chat, now } = locked
  await forgetFacts(tx, chat.id, 'all', { rev, now })
  await deleteSummaries(
    tx,
    chat.id,
    (await listSummaries(tx, chat.id)).map((summary) => summary.rev),
  )
  await deletePassages(tx, chat.id)
  await updateMemoryFloor(tx, chat.id, chat.nextSeq - 1)
}

/** Call it after a change of memory is committed: every process reloads the memory at the chat's next turn. */
function publishMemoryChanged(bus: EventBus, chatId: string): void {
  bus.publish({ kind: 'memory_changed', chatId, hasOnlyGrown: false })
}
