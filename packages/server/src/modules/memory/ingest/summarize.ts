import { overlapShare, termHashes } from '@everkin/recall'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { newId } from '../../../platform/ids.ts'
import { findChatPersona, loadSpoken, modelOfChat, type RecalledMessage, speakerOf } from '../../chats/module.ts'
import { countTokens, type TextModel } from '../../models/module.ts'
import { filterPaced } from '../recall/forgotten-filter.ts'
import {
  MAX_MODEL_FACTS,
  MIN_UNREAD_MESSAGES,
  NEWEST_EXCLUDED,
  RETAINED_SUMMARY_VERSIONS,
  SAME_FACT_OVERLAP,
  SUMMARY_BATCH_MESSAGES,
  SUMMARY_BATCH_TOKENS,
} from '../rules.ts'
import type { MemoryServices } from '../services.ts'
import { insertFact } from '../store/fact-store.ts'
import { loadActiveMemory } from '../store/memory-store.ts'
import { insertSummary, type SummaryRow } from '../store/summary-store.ts'
import type { IngestContext } from './ingest-context.ts'
import { listUnreadPath } from './ingest-context.ts'
import { ConcurrentChange, saveIfUnchanged } from './save-if-unchanged.ts'
import { isAllowedInMemory } from './screen-memory.ts'
import { completeText, type ParsedSummary, parseSummary, summaryPrompt } from './summary-model.ts'

const MAX_ANSWER_TOKENS = 900
const CONTEXT_SHARE = 0.4

/**
 * Lets the model read the next part of the active path, continue the summary and note facts. Returns whether there is
 * more to read. If the person changes something meanwhile, the answer is discarded and the part is read again.
 * @throws TextModelError.
 */
export async function summarizeNextPart(
  services: MemoryServices,
  context: IngestContext,
  signal: AbortSignal,
): Promise<{ hasRead: boolean; hasMore: boolean }> {
  const { database } = services
  const { model } = modelOfChat(services, context)
  const { chat, locale } = context
  const { summary } = await loadActiveMemory(database, chat.id, chat.leafSeq)
  const after = Math.max(context.floorSeq, summary?.coversToSeq ?? 0)
  const unread = (await listUnreadPath(database, chat, after)).slice(0, -NEWEST_EXCLUDED)
  if (unread.length < MIN_UNREAD_MESSAGES) return { hasRead: false, hasMore: false }
  const part = await nextPart(services, context, { unread, model })
  let parsed: ParsedSummary = { summary: '', facts: [] }
  if (part.said.length > 0) {
    const personName = (await findChatPersona(database, context)).name
    const prompt = summaryPrompt({
      summary: summary?.text ?? '',
      messages: part.said.map((said) => ({ ...said, speaker: speakerName(context, said, personName) })),
      personName,
      characterName: context.loadedCard.card.name,
      locale,
    })
    const maxTokens = Math.min(MAX_ANSWER_TOKENS, Math.floor(model.contextTokens / 4))
    const { personId } = chat
    const metered = services.usage.metered(services.models.find(null), { personId, kind: 'memory' })
    parsed = parseSummary(await completeText(metered, prompt, { maxTokens, signal, personId }))
  }
  const hasRead = await storePart(services, context, { ...part, parsed, before: summary })
  return { hasRead, hasMore: !hasRead || unread.length - part.seqs.length >= MIN_UNREAD_MESSAGES }
}

/** The name before narration, in prompts that read a chat for memory. */
const NARRATOR = 'Narrator'

function speakerName({ loadedCard }: IngestContext, { role, speakerId }: RecalledMessage, personName: string): string {
  if (role === 'system') return NARRATOR
  return role === 'user' ? personName : (speakerOf(speakerId, loadedCard.card)?.name ?? loadedCard.card.name)
}

/** The oldest unread messages that fit one prompt, and those of them that may be remembered. */
async function nextPart(
  { database }: MemoryServices,
  context: IngestContext,
  { unread, model }: { unread: readonly number[]; model: TextModel },
): Promise<Pick<SummarizedPart, 'seqs' | 'read' | 'said'>> {
  const page = unread.slice(0, SUMMARY_BATCH_MESSAGES)
  const said = await loadSpoken(database, context.chat.id, page)
  const budget = Math.min(SUMMARY_BATCH_TOKENS, model.contextTokens * CONTEXT_SHARE)
  let tokens = 0
  const fitting = await filterPaced(said, ({ text }) => {
    tokens += Math.min(600, countTokens(text))
    return tokens <= budget
  })
  const last = fitting.length === said.length ? page.at(-1) : fitting.at(-1)?.seq
  const seqs = page.filter((seq) => seq <= (last ?? 0))
  return { seqs, read: fitting, said: await filterPaced(fitting, context.canRemember) }
}

interface SummarizedPart {
  seqs: number[]
  /** What was said in them. */
  read: RecalledMessage[]
  /** What of it may be remembered. */
  said: RecalledMessage[]
  parsed: ParsedSummary
  before: SummaryRow | null
}

/** Stores the result of a part; false when something changed meanwhile. */
async function storePart(services: MemoryServices, context: IngestContext, part: SummarizedPart): Promise<boolean> {
  const { chat, person } = context
  const about = { adultMode: person.nsfw }
  const facts = await findNewFacts(context, part)
  try {
    await saveIfUnchanged(services, context, { seqs: part.seqs, said: part.read }, async (tx, rev) => {
      const now = services.clock.now()
      const { summary } = part.parsed
      const text = summary !== '' && isAllowedInMemory(summary, about) ? summary : (part.before?.text ?? '')
      const version = { rev, text, coversToSeq: part.seqs.at(-1) ?? 0, origin: 'model' as const, createdAt: now }
      await insertSummary(tx, chat.id, version, RETAINED_SUMMARY_VERSIONS)
      for (const fact of facts) {
        await insertFact(tx, {
          id: newId(now),
          chatId: chat.id,
          personId: person.id,
          cardId: chat.cardId,
          ...fact,
          pinned: false,
          origin: 'model',
          derivedFrom: null,
          rev,
          createdAt: now,
        })
      }
    })
    return true
  } catch (error) {
    if (error instanceof ConcurrentChange) return false
    throw error
  }
}

/**
 * Facts that are neither known nor forgotten and may be stored, each with its source message. A message of which the
 * person has reworded a fact tells nothing new: it still says what they have corrected.
 */
export async function findNewFacts(context: IngestContext, { parsed, said }: Pick<SummarizedPart, 'parsed' | 'said'>) {
  const known: (readonly number[])[] = context.facts.map((fact) => fact.terms)
  const corrected = new Set(context.facts.flatMap((fact) => (fact.origin === 'person' ? (fact.sourceSeq ?? []) : [])))
  const noted = context.facts.filter((fact) => fact.forgottenAt === null).length
  const found: { text: string; terms: number[]; sourceSeq: number }[] = []
  const termsOf = new Map<number, ReadonlySet<number>>()
  for (const { seq, text } of said) {
    await yieldIfDue()
    termsOf.set(seq, new Set(termHashes(text)))
  }
  for (const { text, fromSeq } of parsed.facts) {
    await yieldIfDue()
    const terms = termHashes(text)
    const wanted = new Set(terms)
    const isKnown = known.some((words) => overlapCount(words, wanted) >= terms.length * SAME_FACT_OVERLAP)
    const sourceSeq = said.some(({ seq }) => seq === fromSeq) ? fromSeq : nearestMessageSeq(termsOf, terms)
    if (isKnown || sourceSeq === null || corrected.has(sourceSeq)) continue
    if (!context.canRemember({ seq: 0, role: 'user', speakerId: null, text })) continue
    known.push(terms)
    if (noted + found.length >= MAX_MODEL_FACTS) break // passages still recall what comes later
    found.push({ text, terms, sourceSeq })
  }
  return found
}

function overlapCount(terms: readonly number[], within: ReadonlySet<number>): number {
  return terms.reduce((count, term) => count + (within.has(term) ? 1 : 0), 0)
}

/** The message that shares the most words with a fact; used when the model gave no message number. */
function nearestMessageSeq(termsOf: ReadonlyMap<number, ReadonlySet<number>>, terms: readonly number[]): number | null {
  const shares = [...termsOf].map(([seq, words]) => ({ seq, share: overlapShare(terms, words) }))
  const best = shares.reduce((most, each) => (each.share > most.share ? each : most), { seq: 0, share: 0 })
  return best.share > 0 ? best.seq : null
}
