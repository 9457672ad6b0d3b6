import { termHashes } from '@everkin/recall'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import {
  type ChatServices,
  filterOnPath,
  findPromptWindow,
  loadSpoken,
  type RecalledMessage,
} from '../../chats/module.ts'
import { countTokens } from '../../models/module.ts'
import { embedTexts } from '../recall/embeddings.ts'
import { filterPaced } from '../recall/forgotten-filter.ts'
import { NEWEST_EXCLUDED, PASSAGE_MESSAGES, PASSAGE_TOKENS } from '../rules.ts'
import type { MemoryServices } from '../services.ts'
import { listNewestPassages, listStalePassages, savePassages } from '../store/passage-store.ts'
import type { IngestContext } from './ingest-context.ts'
import { listUnreadPath } from './ingest-context.ts'
import { saveIfUnchanged } from './save-if-unchanged.ts'

const RECENT_PASSAGES = 300
const PAGE_SIZE = 192
const STALE_BATCH_SIZE = 64

/**
 * Creates passages from all messages of the active path except the newest. The newest are included when they are so
 * long that they do not fit a prompt. Returns whether any were created.
 * @throws ConcurrentChange if something was changed meanwhile; what was saved before stays.
 */
export async function ingestPassages(
  services: MemoryServices & { chats: Pick<ChatServices, 'paths'> },
  context: IngestContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = services
  const { chat } = context
  const after = Math.max(context.floorSeq, await findLastIngestedSeq(services, context))
  const open = await listUnreadPath(database, chat, after)
  const windowSeq = await findWindowStart(services, context)
  const unread = open.filter((seq, index) => index < open.length - NEWEST_EXCLUDED || seq < windowSeq)
  let hasIngested = await refreshStalePassages(services, context, signal)
  for (let from = 0; from < unread.length; ) {
    signal.throwIfAborted()
    const page = unread.slice(from, from + PAGE_SIZE)
    const isLast = from + page.length >= unread.length
    const groups = await groupIntoPassages(page, await loadSpoken(database, chat.id, page))
    // An unfinished passage waits for more messages, unless it has already left the prompt.
    const isWaiting = (each: PassageDraft) => isLast && !each.isFull && (each.path[0] ?? 0) >= windowSeq
    const whole = groups.filter((each, index) => index < groups.length - 1 || !isWaiting(each))
    if (whole.length === 0) break
    await storePassages(services, context, whole, signal)
    hasIngested = true
    from += whole.reduce((count, each) => count + each.path.length, 0)
  }
  return hasIngested
}

/** The first message that is certain to be in the next prompt; 0 when all are. */
async function findWindowStart(
  services: MemoryServices & { chats: Pick<ChatServices, 'paths'> },
  context: IngestContext,
): Promise<number> {
  const path = await services.chats.paths.read(services.database, context.chat)
  const window = await findPromptWindow(services, context, path, { path })
  return window.isWhole ? 0 : window.fromSeq
}

/** The last message of the path that is in a passage. Everything before a stored passage's end has been ingested. */
async function findLastIngestedSeq({ database }: MemoryServices, { chat }: IngestContext): Promise<number> {
  const newest = (await listNewestPassages(database, chat.id, RECENT_PASSAGES)).map((passage) => passage.toSeq)
  const onPath = await filterOnPath(database, chat.id, chat.leafSeq, newest)
  return Math.max(0, ...onPath)
}

interface PassageDraft {
  /** All messages of the path that it represents, including notices. */
  path: number[]
  said: RecalledMessage[]
  isFull: boolean
}

async function groupIntoPassages(path: readonly number[], said: readonly RecalledMessage[]): Promise<PassageDraft[]> {
  const texts = new Map(said.map((each) => [each.seq, each]))
  const groups: PassageDraft[] = []
  let open: PassageDraft = { path: [], said: [], isFull: false }
  let tokens = 0
  for (const seq of path) {
    await yieldIfDue()
    const message = texts.get(seq)
    open.path.push(seq)
    if (message) {
      open.said.push(message)
      tokens += countTokens(message.text)
    }
    if (open.said.length < PASSAGE_MESSAGES && tokens < PASSAGE_TOKENS) continue
    groups.push({ ...open, isFull: true })
    open = { path: [], said: [], isFull: false }
    tokens = 0
  }
  return open.path.length > 0 ? [...groups, open] : groups
}

async function storePassages(
  services: MemoryServices,
  context: IngestContext,
  groups: readonly PassageDraft[],
  signal: AbortSignal,
): Promise<void> {
  const read = { seqs: groups.flatMap(({ path }) => path), said: groups.flatMap(({ said }) => said) }
  const rememberable: Pick<PassageDraft, 'path' | 'said'>[] = []
  for (const { path, said } of groups) rememberable.push({ path, said: await filterPaced(said, context.canRemember) })
  const texts = rememberable.map(({ said }) => said.map((each) => each.text).join('\n'))
  const name = services.embeddings()?.name ?? null
  const vectors = await embedTexts(services, texts, signal)
  const terms = await termHashesPaced(texts)
  const passages = rememberable.map(({ path, said }, index) => ({
    toSeq: path.at(-1) ?? 0,
    seqs: said.map((each) => each.seq),
    terms: terms[index] ?? [],
    embedded: { vector: vectors[index] ?? null, name },
  }))
  await saveIfUnchanged(services, context, read, (tx, rev) =>
    savePassages(
      tx,
      context.chat.id,
      passages.map((passage) => ({ ...passage, rev })),
    ),
  )
}

async function termHashesPaced(texts: readonly string[]): Promise<number[][]> {
  const hashes: number[][] = []
  for (const text of texts) {
    await yieldIfDue()
    hashes.push(termHashes(text))
  }
  return hashes
}

/** Ingests passages again that lost a message or whose vectors are missing. */
async function refreshStalePassages(
  services: MemoryServices,
  context: IngestContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = services
  const name = services.embeddings()?.name ?? null
  const stale = await listStalePassages(database, context.chat.id, name, STALE_BATCH_SIZE)
  if (stale.length === 0) return false
  const staleSeqs = [...new Set(stale.flatMap(({ seqs }) => seqs))]
  const read = { seqs: staleSeqs, said: await loadSpoken(database, context.chat.id, staleSeqs) }
  const said = new Map(read.said.map((each) => [each.seq, each]))
  const texts: string[] = []
  for (const { seqs } of stale) {
    const there = seqs.flatMap((seq) => said.get(seq) ?? [])
    texts.push((await filterPaced(there, context.canRemember)).map((each) => each.text).join('\n'))
  }
  const vectors = await embedTexts(services, texts, signal)
  // If the model is unavailable, they stay as they are, unless their terms are missing too.
  const terms = await termHashesPaced(texts)
  const refreshed = stale.flatMap((passage, index) => {
    const vector = vectors[index] ?? null
    return vector || passage.terms.length === 0 ? [{ passage, vector, terms: terms[index] ?? [] }] : []
  })
  if (refreshed.length === 0) return false
  await saveIfUnchanged(services, context, read, async (tx, rev) => {
    // A passage without terms is empty; it stays to mark how far the path has been ingested.
    const passages = refreshed.map(({ passage, vector, terms }) => ({
      ...passage,
      terms,
      rev,
      seqs: terms.length === 0 ? [] : passage.seqs,
      embedded: { vector, name },
    }))
    await savePassages(tx, context.chat.id, passages)
  })
  return true
}
