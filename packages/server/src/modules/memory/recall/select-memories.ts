import {
  type ChatContext,
  type PathEntry,
  type PromptWindow,
  type RecalledMemory,
  type RecalledMessage,
  recallSpoken,
} from '../../chats/module.ts'
import { clipToTokens, countTokens } from '../../models/module.ts'
import { isCrisisText } from '../../safety/module.ts'
import { RETAINED_SUMMARY_VERSIONS } from '../rules.ts'
import type { MemoryServices } from '../services.ts'
import type { IndexedFact } from '../store/recall-store.ts'
import type { SummaryRow } from '../store/summary-store.ts'
import { filterPaced } from './forgotten-filter.ts'
import { type RecallIndex, type RecallQuery, rankFacts } from './recall-index.ts'

/** Share of summaries in the budget for memory before the conversation; facts get the rest. */
const SUMMARY_SHARE = 0.55
/** Share of facts in the budget for what is recalled for one reply; older messages get the rest. */
const RECALLED_FACT_SHARE = 0.25
const MAX_STABLE_FACTS = 100
const MAX_PASSAGES = 8
/** The maximum number of candidate passages; for facts it is twice as many. Branches may remove some of them. */
const MAX_CANDIDATES = 16
const TOKENS_PER_LINE = 2
/** The heading of excerpts and the marks between them. */
const EXCERPT_TOKENS = 40

/** What a reply can recall from. */
interface MemorySearch {
  context: ChatContext
  path: readonly PathEntry[]
  window: PromptWindow
  index: RecallIndex
  sharedFacts: readonly IndexedFact[]
  query: RecallQuery
}

/**
 * Selects what a reply recalls, within the budgets of its prompt: what is on the active path, is not in the prompt already
 * and was not forgotten.
 */
export async function selectMemories(
  services: MemoryServices,
  search: MemorySearch,
): Promise<Omit<RecalledMemory, 'isIngestDue'>> {
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
  const inOrder = needed.toSorted(compareInStableOrder).slice(0, MAX_STABLE_FACTS)
  const relevant = rankFacts(needed, query, options).slice(0, MAX_CANDIDATES * 2)
  const asked = [...ranked.map((passage) => passage.toSeq), ...summaries.map((summary) => summary.coversToSeq)]
  for (const { sourceSeq } of [...inOrder, ...relevant]) if (sourceSeq !== null) asked.push(sourceSeq)
  const { onPath, said } = await recallSpoken(database, context.chat.id, path, {
    asked,
    said: ranked.flatMap((passage) => passage.seqs),
    known: index.pathMembership.answersBefore(path),
  })
  const isOnActivePath = (seq: number | null) => seq === null || seq === 0 || onPath.has(seq)
  const isActiveFact = (fact: IndexedFact) => isOnActivePath(fact.sourceSeq)
  const summary = chooseSummary(
    summaries.filter((version) => isOnActivePath(version.coversToSeq)),
    window,
  )
  const { budget } = window
  const stable = selectFacts(inOrder.filter(isActiveFact), budget.story * (1 - SUMMARY_SHARE), 'until full')
  const others = relevant.filter((fact) => isActiveFact(fact) && !stable.includes(fact))
  const recalled = selectFacts(others, budget.recalled * RECALLED_FACT_SHARE, 'whatever fits')
  const summaryText = clipToTokens(summary?.text ?? '', Math.floor(budget.story * SUMMARY_SHARE))
  const rememberable = await filterPaced(said, (each) => !index.isForgotten(each))
  const messages = new Map(rememberable.map((each) => [each.seq, each]))
  const passages = ranked.filter(({ toSeq }) => isOnActivePath(toSeq)).map(({ seqs }) => seqs)
  return {
    summary: summaryText,
    summaryRev: summaryText === '' ? null : (summary?.rev ?? null),
    facts: [
      ...stable.map(({ id, text }) => ({ id, text, isStable: true })),
      ...recalled.map(({ id, text }) => ({ id, text, isStable: false })),
    ],
    passages: selectPassages(passages, messages, budget.recalled - sumTokens(recalled)),
  }
}

/** Pinned facts first, then in the order in which they were noted: a new one changes nothing before it. */
function compareInStableOrder(a: IndexedFact, b: IndexedFact): number {
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
