import { setTimeout } from 'node:timers/promises'
import { recallSaid } from '../chats/older-messages.ts'
import type { PathEntry } from '../chats/path-cache.ts'
import { clipToTokens, countTokens } from '../chats/prompt/count-tokens.ts'
import { NO_MEMORIES, type RecalledMessage, type Recollection, type ReplyPlace } from '../chats/recollection.ts'
import type { Turn } from '../chats/turn.ts'
import { isCrisisText } from '../safety/detect-crisis.ts'
import { embedQuery } from './embed-query.ts'
import { findAlike } from './find-alike.ts'
import { findWindow, type Window } from './find-window.ts'
import type { IndexedFact } from './index-store.ts'
import { lentFacts } from './lent-facts.ts'
import { rankFacts } from './rank-facts.ts'
import { MOST_RANKED, type RecallIndex, type RecallQuery } from './recall-index.ts'
import { recallQuery } from './recall-query.ts'
import { UNREAD_MESSAGES } from './rules.ts'
import type { MemoryServices } from './services.ts'

const FACT_SHARE = 0.35
const SUMMARY_SHARE = 0.3
const MOST_PASSAGES = 8
/** The best passages and, twice as many, facts are asked of the database; branches may take some of them away. */
const LOOKED_AT = 16
const LINE_TOKENS = 2
/** The database compares all vectors of a long chat; a reply does not wait longer for that. */
const ALIKE_WITHIN_MS = 200
/** The heading of excerpts and the marks between them. */
const EXCERPT_TOKENS = 40

/**
 * What comes to mind for a reply: pinned facts always, facts and older messages that answer what was said last, and the
 * story so far once something no longer fits. Nothing is asked of the database while nothing is remembered.
 */
export async function recall(
  services: MemoryServices,
  turn: Turn,
  path: readonly PathEntry[],
  place: ReplyPlace,
): Promise<Recollection> {
  const { chat } = turn
  const window = await findWindow(services, turn, path, place)
  if (chat.memoryRev === 0 && !chat.sharesMemory) return { ...NO_MEMORIES, isReadingDue: isReadingDue(window, 0) }
  const { terms, text } = recallQuery(path)
  const [index, lent] = await Promise.all([
    services.indexes.find(chat.id, chat.memoryRev),
    chat.sharesMemory ? lentFacts(services.database, chat) : [],
  ])
  const query: RecallQuery = { terms, vector: index.hasVectors ? await embedQuery(services, text) : null }
  if (query.vector && index.leavesVectors && !window.isWhole)
    query.alike = await alikeInTime(services, chat.id, { vector: query.vector, beforeSeq: window.fromSeq })
  const found = await assemble(services, { turn, path, window, index, lent, query })
  return { ...found, isReadingDue: isReadingDue(window, index.lastRead(place.path)) }
}

/** What the database finds; nothing where it takes too long: words alone find most of it. */
async function alikeInTime(
  { database, embeddings, log }: MemoryServices,
  chatId: string,
  search: { vector: Float32Array; beforeSeq: number },
): Promise<number[]> {
  const alike = findAlike(database, chatId, { ...search, embeddingName: embeddings?.name ?? '', most: MOST_RANKED })
  const found = alike.catch((error: unknown) => {
    log.warn({ error }, 'the vectors of a chat could not be compared')
    return []
  })
  return Promise.race([found, setTimeout(ALIKE_WITHIN_MS, [], { ref: false })])
}

/** Reading begins before anything has fallen out, so that it is done by then; what is out unread is read at once. */
function isReadingDue({ outside, next }: Window, readToSeq: number): boolean {
  const isUnread = ({ seq }: PathEntry) => seq > readToSeq
  return outside.some(isUnread) || next.filter(isUnread).length >= UNREAD_MESSAGES
}

interface Search {
  turn: Turn
  path: readonly PathEntry[]
  window: Window
  index: RecallIndex
  lent: readonly IndexedFact[]
  query: RecallQuery
}

async function assemble(services: MemoryServices, search: Search): Promise<Omit<Recollection, 'isReadingDue'>> {
  const { turn, path, window, index, lent, query } = search
  const { ways, database } = services
  const ranked =
    window.isWhole || !ways.passages ? [] : index.rankPassages(query, ways, window.fromSeq).slice(0, LOOKED_AT)
  const summaries = window.isWhole || !ways.summary ? [] : index.summaries.slice(0, LOOKED_AT / 2)
  const needed = [...(ways.facts ? index.facts : []), ...lent].filter((fact) => isNeeded(fact, window))
  const facts = rankFacts(needed, query, ways).slice(0, LOOKED_AT * 2)
  const inPath = new Set(path.map((entry) => entry.seq))
  const asked = [...ranked.map((passage) => passage.toSeq), ...summaries.map((summary) => summary.coversToSeq)]
  for (const { sourceSeq } of facts) if (sourceSeq !== null) asked.push(sourceSeq)
  const oldest = path[0]?.seq ?? 0
  const { onPath, said } = await recallSaid(database, turn.chat.id, oldest, {
    asked: asked.filter((seq) => seq > 0 && seq < oldest),
    said: ranked.flatMap((passage) => passage.seqs),
    known: index.knownPath.before(path),
  })
  const counts = (seq: number | null) => seq === null || seq === 0 || inPath.has(seq) || onPath.has(seq)
  const summary = summaries.find((version) => counts(version.coversToSeq)) ?? null
  const budget = window.memoryTokens
  const chosenFacts = takeFacts(
    facts.filter((fact) => counts(fact.sourceSeq)),
    budget * FACT_SHARE,
  )
  const summaryText = clipToTokens(summary?.text ?? '', Math.floor(budget * SUMMARY_SHARE))
  const left = budget - chosenFacts.tokens - countTokens(summaryText)
  const messages = new Map(said.filter((each) => !index.isBarred(each)).map((each) => [each.seq, each]))
  return {
    summary: summaryText,
    summaryRev: summaryText === '' ? null : (summary?.rev ?? null),
    facts: chosenFacts.facts.map(({ id, text }) => ({ id, text })),
    passages: takePassages(
      ranked.filter(({ toSeq }) => counts(toSeq)).map(({ seqs }) => seqs),
      messages,
      left,
    ),
  }
}

/** What its own message still says in the prompt need not be said twice. */
function isNeeded(fact: IndexedFact, window: Window): boolean {
  return fact.pinned || fact.sourceSeq === null || (!window.isWhole && fact.sourceSeq < window.fromSeq)
}

function takeFacts(ranked: readonly IndexedFact[], tokenBudget: number): { facts: IndexedFact[]; tokens: number } {
  const facts: IndexedFact[] = []
  let tokens = 0
  for (const fact of ranked) {
    const cost = countTokens(fact.text) + LINE_TOKENS
    if (tokens + cost > tokenBudget) continue
    facts.push(fact)
    tokens += cost
  }
  return { facts, tokens }
}

function takePassages(
  ranked: readonly (readonly number[])[],
  messages: ReadonlyMap<number, RecalledMessage>,
  tokenBudget: number,
): RecalledMessage[] {
  const taken = new Map<number, RecalledMessage>()
  let left = tokenBudget - EXCERPT_TOKENS
  for (const seqs of ranked.slice(0, MOST_PASSAGES)) {
    // Passages leave crisis messages out when they are made; a message edited since then is caught here.
    const said = seqs
      .flatMap((seq) => (taken.has(seq) ? [] : (messages.get(seq) ?? [])))
      .filter(({ text }) => !isCrisisText(text))
    const cost = said.reduce((sum, each) => sum + countTokens(each.text) + 3 * LINE_TOKENS, 0)
    if (cost > left) continue
    left -= cost
    for (const each of said) taken.set(each.seq, each)
  }
  return [...taken.values()].sort((a, b) => a.seq - b.seq)
}
