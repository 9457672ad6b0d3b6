import { setTimeout } from 'node:timers/promises'
import { termHashes } from '@everkin/recall'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  type ChatContext,
  filterOnPath,
  findPromptWindow,
  isSpoken,
  loadSpoken,
  NO_MEMORY,
  type PathEntry,
  type PromptWindow,
  type RecalledMemory,
  type RecallResult,
  type ReplyPlace,
} from '../../chats/module.ts'
import { isCrisisText } from '../../safety/module.ts'
import { MIN_UNREAD_MESSAGES, NEWEST_EXCLUDED } from '../rules.ts'
import type { MemoryServices } from '../services.ts'
import { listFactsByIds, listForgottenFacts } from '../store/fact-store.ts'
import { findReceipt } from '../store/memory-store.ts'
import { findSimilarPassages } from '../store/passage-store.ts'
import { type IndexedFact, listSharedFacts } from '../store/recall-store.ts'
import { listSummaries } from '../store/summary-store.ts'
import { embedQuery } from './embeddings.ts'
import { filterPaced, forgottenFilter } from './forgotten-filter.ts'
import { MAX_RANKED, type RecallIndex, type RecallQuery } from './recall-index.ts'
import { selectMemories } from './select-memories.ts'

/** The longest time that a reply waits while the database compares all vectors of a long chat. */
const SIMILARITY_TIMEOUT_MS = 200
/**
 * Recalls the memories for a reply: pinned facts always, facts and older messages that match the last messages, and the
 * summary once something no longer fits. Costs no query while nothing is remembered.
 */
export async function recall(
  services: MemoryServices,
  context: ChatContext,
  path: readonly PathEntry[],
  place: ReplyPlace,
): Promise<RecallResult> {
  const { chat } = context
  const window = withoutNewest(await findPromptWindow(services, context, path, place), path)
  const { planned } = window
  const isStated = hasStatedFacts(context, path, place)
  if (chat.memoryRev === 0 && !chat.sharesMemory)
    return { memory: { ...NO_MEMORY, isIngestDue: isStated || hasUnread(window, 0) }, planned }
  const { terms, text } = buildRecallQuery(path)
  const [index, sharedFacts] = await Promise.all([
    services.indexes.load(chat.id, chat.memoryRev),
    chat.sharesMemory ? loadSharedFacts(services.database, chat) : [],
  ])
  const query: RecallQuery = { terms, vector: index.hasVectors ? await embedQuery(services, text) : null }
  if (query.vector && index.hasOffloadedVectors && !window.isWhole)
    query.similar = await findSimilarWithTimeout(services, chat.id, { vector: query.vector, beforeSeq: window.fromSeq })
  const found = await selectMemories(services, { context, path, window, index, sharedFacts, query })
  const isIngestDue =
    isStated || hasUnread(window, index.lastIngestedSeq(place.path)) || isSummaryDue(window, index, place.path)
  return { memory: { ...found, isIngestDue }, planned }
}

/** The results of the database; empty after a timeout, since words alone find most memories. */
async function findSimilarWithTimeout(
  { database, embeddings, log }: MemoryServices,
  chatId: string,
  search: { vector: Float32Array; beforeSeq: number },
): Promise<number[]> {
  const similar = findSimilarPassages(database, chatId, {
    ...search,
    embeddingName: embeddings()?.name ?? '',
    most: MAX_RANKED,
  })
  const found = similar.catch((error: unknown) => {
    log.warn({ error }, 'the vectors of a chat could not be compared')
    return []
  })
  return Promise.race([found, setTimeout(SIMILARITY_TIMEOUT_MS, [], { ref: false })])
}

/** The newest messages are not ingested yet, even if they are about to leave the prompt. */
function withoutNewest(window: PromptWindow, path: readonly PathEntry[]): PromptWindow {
  if (window.next.length === 0) return window
  const newestFrom = path.filter(isSpoken).at(-NEWEST_EXCLUDED)?.seq ?? 0
  return { ...window, next: window.next.filter(({ seq }) => seq < newestFrom) }
}

/**
 * Ingest begins before anything has left the prompt, so that it is done by then. Unread messages outside the prompt are
 * ingested at once.
 */
function hasUnread({ outside, next }: PromptWindow, readToSeq: number): boolean {
  const isUnread = ({ seq }: PathEntry) => seq > readToSeq
  return outside.some(isUnread) || next.some(isUnread)
}

/** Whether the newest message of the person states a fact that a model without prompts would find. */
function hasStatedFacts({ locale }: ChatContext, path: readonly PathEntry[], { writer }: ReplyPlace): boolean {
  const model = writer?.entry.model
  const newest = path.findLast(({ role }) => role === 'user')
  return newest !== undefined && (model?.extractFacts?.([newest], locale).length ?? 0) > 0
}

/**
 * Whether messages that are about to leave are missing from the newest summary, and there are enough to continue it.
 */
function isSummaryDue({ next }: PromptWindow, { summaries }: RecallIndex, path: readonly PathEntry[]): boolean {
  const covers = summaries[0]?.coversToSeq
  if (covers === undefined || next.every(({ seq }) => seq <= covers)) return false
  return path.slice(0, -NEWEST_EXCLUDED).filter(({ seq }) => seq > covers).length >= MIN_UNREAD_MESSAGES
}

/** The last message counts most; the messages before it give its context. */
const RECENCY_WEIGHTS = [1, 0.3, 0.2]

/**
 * The search terms from the last messages of a conversation, and the text to embed. Crisis messages are skipped:
 * nothing is searched for them, and they are not sent to an embedding model.
 */
function buildRecallQuery(path: readonly PathEntry[]): { terms: Map<number, number>; text: string } {
  const recent: PathEntry[] = []
  for (let at = path.length - 1; at >= 0 && recent.length < RECENCY_WEIGHTS.length; at--) {
    const entry = path[at]
    if (entry && isSpoken(entry) && !isCrisisText(entry.text)) recent.push(entry)
  }
  const terms = new Map<number, number>()
  for (const [index, weight] of RECENCY_WEIGHTS.entries())
    for (const term of termHashes(recent[index]?.text ?? '')) terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  return { terms, text: recent[0]?.text ?? '' }
}

const MAX_SHARED_FACTS = 200

/** The facts that a person's other chats with the same character share, as far as they are active there. */
async function loadSharedFacts(
  db: Queryable,
  chat: Pick<ChatContext['chat'], 'id' | 'personId' | 'cardId'>,
): Promise<IndexedFact[]> {
  const rows = await listSharedFacts(db, chat, MAX_SHARED_FACTS)
  const byChat = Map.groupBy(rows, (row) => row.chatId)
  const counted = await Promise.all(
    [...byChat].map(async ([chatId, facts]) => {
      const seqs = facts.flatMap((fact) => fact.sourceSeq ?? [])
      const onPath = await filterOnPath(db, chatId, facts[0]?.leafSeq ?? 0, seqs)
      return facts.filter((fact) => fact.sourceSeq === null || onPath.has(fact.sourceSeq))
    }),
  )
  // Drop the source message: it is in another chat.
  return counted.flat().map((fact) => ({ ...fact, sourceSeq: null, vector: null, isForgotten: false }))
}

/** The memories that a stored reply was written from, as far as they still exist. */
export async function recallForStoredReply(db: Queryable, context: ChatContext, seq: number): Promise<RecalledMemory> {
  const chatId = context.chat.id
  const receipt = await findReceipt(db, chatId, seq)
  if (!receipt) return NO_MEMORY
  const known = new Map((await listFactsByIds(db, context.person.id, receipt.factIds)).map((fact) => [fact.id, fact]))
  const isForgotten = forgottenFilter(await listForgottenFacts(db, chatId))
  const said = await loadSpoken(db, chatId, receipt.passageSeqs)
  const summary = (await listSummaries(db, chatId)).find((version) => version.rev === receipt.summaryRev)
  return {
    ...NO_MEMORY,
    summary: summary?.text ?? '',
    summaryRev: summary?.rev ?? null,
    facts: receipt.factIds.flatMap((id, at) => {
      const fact = known.get(id)
      return fact && fact.forgottenAt === null ? [{ id, text: fact.text, isStable: at < receipt.stableFactCount }] : []
    }),
    passages: await filterPaced(said, (each) => !isForgotten(each) && !isCrisisText(each.text)),
  }
}
