import { setTimeout } from 'node:timers/promises'
import { termHashes } from '@everkin/recall'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  type ChatContext,
  clipToTokens,
  countTokens,
  filterOnPath,
  isSpoken,
  loadSpoken,
  NO_MEMORY,
  type PathEntry,
  type RecalledMemory,
  type RecalledMessage,
  type RecallResult,
  type ReplyPlace,
  recallSpoken,
} from '../../chats/module.ts'
import { isCrisisText } from '../../safety/module.ts'
import { MIN_UNREAD_MESSAGES, NEWEST_EXCLUDED, RETAINED_SUMMARY_VERSIONS } from '../rules.ts'
import type { MemoryServices } from '../services.ts'
import { listFactsByIds, listForgottenFacts } from '../store/fact-store.ts'
import { findReceipt } from '../store/memory-store.ts'
import { findSimilarPassages } from '../store/passage-store.ts'
import { type IndexedFact, listSharedFacts } from '../store/recall-store.ts'
import { listSummaries, type SummaryRow } from '../store/summary-store.ts'
import { embedQuery } from './embeddings.ts'
import { filterPaced, forgottenFilter } from './forgotten-filter.ts'
import { findPromptWindow, type PromptWindow } from './prompt-window.ts'
import { MAX_RANKED, type RecallIndex, type RecallQuery, rankFacts } from './recall-index.ts'

/** Share of summaries in the budget for memory before the conversation; facts get the rest. */
const SUMMARY_SHARE = 0.55
/** Share of facts in the budget for what is recalled for one reply; older messages get the rest. */
const RECALLED_FACT_SHARE = 0.25
const MAX_PASSAGES = 8
/** The maximum number of candidate passages; for facts it is twice as many. Branches may remove some of them. */
const MAX_CANDIDATES = 16
const TOKENS_PER_LINE = 2
/** The longest time that a reply waits while the database compares all vectors of a long chat. */
const SIMILARITY_TIMEOUT_MS = 200
/** The heading of excerpts and the marks between them. */
const EXCERPT_TOKENS = 40

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
  const window = await findPromptWindow(services, context, path, place)
  const { planned } = window
  const isTold = hasToldFacts(context, path, place)
  if (chat.memoryRev === 0 && !chat.sharesMemory)
    return { memory: { ...NO_MEMORY, isReadingDue: isTold || isIngestDue(window, 0) }, planned }
  const { terms, text } = buildRecallQuery(path)
  const [index, sharedFacts] = await Promise.all([
    services.indexes.load(chat.id, chat.memoryRev),
    chat.sharesMemory ? loadSharedFacts(services.database, chat) : [],
  ])
  const query: RecallQuery = { terms, vector: index.hasVectors ? await embedQuery(services, text) : null }
  if (query.vector && index.hasOffloadedVectors && !window.isWhole)
    query.similar = await findSimilarWithTimeout(services, chat.id, { vector: query.vector, beforeSeq: window.fromSeq })
  const found = await assembleRecollection(services, { context, path, window, index, sharedFacts, query })
  const isReadingDue =
    isTold || isIngestDue(window, index.lastIngestedSeq(place.path)) || isSummaryDue(window, index, place.path)
  return { memory: { ...found, isReadingDue }, planned }
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

/**
 * Ingest begins before anything has left the prompt, so that it is done by then. Unread messages outside the prompt are
 * ingested at once.
 */
function isIngestDue({ outside, next }: PromptWindow, readToSeq: number): boolean {
  const isUnread = ({ seq }: PathEntry) => seq > readToSeq
  return outside.some(isUnread) || next.some(isUnread)
}

/** Whether the newest message of the person tells something that a model without prompts would note. */
function hasToldFacts({ locale }: ChatContext, path: readonly PathEntry[], { writer }: ReplyPlace): boolean {
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

interface RecallInput {
  context: ChatContext
  path: readonly PathEntry[]
  window: PromptWindow
  index: RecallIndex
  sharedFacts: readonly IndexedFact[]
  query: RecallQuery
}

async function assembleRecollection(
  services: MemoryServices,
  search: RecallInput,
): Promise<Omit<RecalledMemory, 'isReadingDue'>> {
  const { context, path, window, index, sharedFacts, query } = search
  const { retrieval: options, database } = services
  const ranked =
    window.isWhole || !options.passages
      ? []
      : index.rankPassages(query, options, window.fromSeq).slice(0, MAX_CANDIDATES)
  const summaries = window.isWhole || !options.summary ? [] : index.summaries.slice(0, RETAINED_SUMMARY_VERSIONS)
  const needed = [...(options.facts ? index.facts : []), ...sharedFacts].filter((fact) =>
    isMissingFromPrompt(fact, window),
  )
  const inOrder = needed.toSorted(compareSteadily).slice(0, MAX_STEADY_FACTS)
  const relevant = rankFacts(needed, query, options).slice(0, MAX_CANDIDATES * 2)
  const asked = [...ranked.map((passage) => passage.toSeq), ...summaries.map((summary) => summary.coversToSeq)]
  for (const { sourceSeq } of [...inOrder, ...relevant]) if (sourceSeq !== null) asked.push(sourceSeq)
  const { onPath, said } = await recallSpoken(database, context.chat.id, path, {
    asked,
    said: ranked.flatMap((passage) => passage.seqs),
    known: index.pathMembership.answersBefore(path),
  })
  const isOnOpenPath = (seq: number | null) => seq === null || seq === 0 || onPath.has(seq)
  const isOpenFact = (fact: IndexedFact) => isOnOpenPath(fact.sourceSeq)
  const summary = chooseSummary(
    summaries.filter((version) => isOnOpenPath(version.coversToSeq)),
    window,
  )
  const { budget } = window
  const steady = selectFacts(inOrder.filter(isOpenFact), budget.story * (1 - SUMMARY_SHARE), 'until full')
  const others = relevant.filter((fact) => isOpenFact(fact) && !steady.includes(fact))
  const recalled = selectFacts(others, budget.recalled * RECALLED_FACT_SHARE, 'whatever fits')
  const summaryText = clipToTokens(summary?.text ?? '', Math.floor(budget.story * SUMMARY_SHARE))
  const rememberable = await filterPaced(said, (each) => !index.isForgotten(each))
  const messages = new Map(rememberable.map((each) => [each.seq, each]))
  const passages = ranked.filter(({ toSeq }) => isOnOpenPath(toSeq)).map(({ seqs }) => seqs)
  return {
    summary: summaryText,
    summaryRev: summaryText === '' ? null : (summary?.rev ?? null),
    facts: [
      ...steady.map(({ id, text }) => ({ id, text, isSteady: true })),
      ...recalled.map(({ id, text }) => ({ id, text, isSteady: false })),
    ],
    passages: selectPassages(passages, messages, budget.recalled - sumTokens(recalled)),
  }
}

const MAX_STEADY_FACTS = 100

/** Pinned facts first, then in the order in which they were noted: a new one changes nothing before it. */
function compareSteadily(a: IndexedFact, b: IndexedFact): number {
  const byPin = Number(b.pinned) - Number(a.pinned)
  return byPin || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}

/**
 * The version of the summary for a prompt. The oldest that covers everything outside the prompt: a newer one, which has
 * read ahead, takes over only when more messages have left, so that the prompt stays the same until then. A version
 * older than the person's own words is never chosen.
 */
function chooseSummary(newestFirst: readonly SummaryRow[], { outside }: PromptWindow): SummaryRow | null {
  const own = newestFirst.findIndex(({ origin }) => origin === 'person')
  const candidates = own < 0 ? newestFirst : newestFirst.slice(0, own + 1)
  const lastOutside = outside.at(-1)?.seq ?? 0
  return candidates.findLast(({ coversToSeq }) => coversToSeq >= lastOutside) ?? candidates[0] ?? null
}

/** A fact is left out while its own message is still in the prompt. */
function isMissingFromPrompt(fact: IndexedFact, window: PromptWindow): boolean {
  return fact.pinned || fact.sourceSeq === null || (!window.isWhole && fact.sourceSeq < window.fromSeq)
}

function selectFacts(
  facts: readonly IndexedFact[],
  tokenBudget: number,
  mode: 'until full' | 'whatever fits',
): IndexedFact[] {
  const selected: IndexedFact[] = []
  let tokens = 0
  for (const fact of facts) {
    const cost = countTokens(fact.text) + TOKENS_PER_LINE
    if (tokens + cost > tokenBudget) {
      if (mode === 'until full') break
      continue
    }
    selected.push(fact)
    tokens += cost
  }
  return selected
}

function sumTokens(facts: readonly IndexedFact[]): number {
  return facts.reduce((sum, { text }) => sum + countTokens(text) + TOKENS_PER_LINE, 0)
}

function selectPassages(
  ranked: readonly (readonly number[])[],
  messages: ReadonlyMap<number, RecalledMessage>,
  tokenBudget: number,
): RecalledMessage[] {
  const taken = new Map<number, RecalledMessage>()
  let left = tokenBudget - EXCERPT_TOKENS
  for (const seqs of ranked.slice(0, MAX_PASSAGES)) {
    // Passages never contain crisis messages when created; this catches a message edited since then.
    const said = seqs
      .flatMap((seq) => (taken.has(seq) ? [] : (messages.get(seq) ?? [])))
      .filter(({ text }) => !isCrisisText(text))
    const cost = said.reduce((sum, each) => sum + countTokens(each.text) + 3 * TOKENS_PER_LINE, 0)
    if (cost > left) continue
    left -= cost
    for (const each of said) taken.set(each.seq, each)
  }
  return [...taken.values()].sort((a, b) => a.seq - b.seq)
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
      return fact && fact.forgottenAt === null ? [{ id, text: fact.text, isSteady: at < receipt.steadyFacts }] : []
    }),
    passages: await filterPaced(said, (each) => !isForgotten(each)),
  }
}
