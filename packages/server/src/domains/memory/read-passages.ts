import { keepOnPath, readSaid } from '../chats/older-messages.ts'
import { countTokens } from '../chats/prompt/count-tokens.ts'
import type { RecalledMessage } from '../chats/recollection.ts'
import type { ChatServices } from '../chats/services.ts'
import { embedTexts } from './embed-texts.ts'
import { nextMemoryRev } from './fact-store.ts'
import { findWindow } from './find-window.ts'
import { findNewestPassages, findStale, savePassages } from './passage-store.ts'
import type { ReadingChat } from './reading-chat.ts'
import { LEFT_ALONE, PASSAGE_MESSAGES, PASSAGE_TOKENS } from './rules.ts'
import type { MemoryServices } from './services.ts'
import { termHashes } from './term-hashes.ts'
import { unreadPath } from './unread-path.ts'

const NEWEST = 300
const PAGE = 192
const STALE = 64

/**
 * Makes passages out of all that has been said on the open path but its newest messages, and of these too where they are
 * so long that they do not fit a prompt. Gives whether any were made.
 */
export async function readPassages(
  services: MemoryServices & { chats: Pick<ChatServices, 'paths'> },
  reading: ReadingChat,
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = services
  const { chat } = reading
  const after = Math.max(reading.floorSeq, await lastRead(services, reading))
  const open = await unreadPath(database, chat, after)
  const windowSeq = await findWindowStart(services, reading)
  const unread = open.filter((seq, index) => index < open.length - LEFT_ALONE || seq < windowSeq)
  let hasRead = await readStale(services, reading, signal)
  for (let from = 0; from < unread.length; ) {
    signal.throwIfAborted()
    const page = unread.slice(from, from + PAGE)
    const isLast = from + page.length >= unread.length
    const groups = group(page, await readSaid(database, chat.id, page))
    // What does not fill a passage yet waits for what comes next, unless it is out of the prompt already.
    const waits = (each: Group) => isLast && !each.isFull && (each.path[0] ?? 0) >= windowSeq
    const whole = groups.filter((each, index) => index < groups.length - 1 || !waits(each))
    if (whole.length === 0) break
    await store(services, reading, whole, signal)
    hasRead = true
    from += whole.reduce((count, each) => count + each.path.length, 0)
  }
  return hasRead
}

/** The first message that is sure to be in the next prompt; 0 where all are. */
async function findWindowStart(
  services: MemoryServices & { chats: Pick<ChatServices, 'paths'> },
  reading: ReadingChat,
): Promise<number> {
  const path = await services.chats.paths.read(services.database, reading.chat)
  const window = await findWindow(services, reading, path, { path })
  return window.isWhole ? 0 : window.fromSeq
}

/** The last message of the path that is in a passage; of one that is stored, all earlier ones are read. */
async function lastRead({ database }: MemoryServices, { chat }: ReadingChat): Promise<number> {
  const newest = (await findNewestPassages(database, chat.id, NEWEST)).map((passage) => passage.toSeq)
  const onPath = await keepOnPath(database, chat.id, chat.leafSeq, newest)
  return Math.max(0, ...onPath)
}

interface Group {
  /** All messages of the path that it stands for, notices among them. */
  path: number[]
  said: RecalledMessage[]
  isFull: boolean
}

function group(path: readonly number[], said: readonly RecalledMessage[]): Group[] {
  const texts = new Map(said.map((each) => [each.seq, each]))
  const groups: Group[] = []
  let open: Group = { path: [], said: [], isFull: false }
  let tokens = 0
  for (const seq of path) {
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

async function store(
  services: MemoryServices,
  reading: ReadingChat,
  groups: readonly Group[],
  signal: AbortSignal,
): Promise<void> {
  const kept = groups.map((each) => ({ path: each.path, said: each.said.filter((said) => reading.mayKeep(said)) }))
  const texts = kept.map(({ said }) => said.map((each) => each.text).join('\n'))
  const vectors = await embedTexts(services, texts, signal)
  const name = services.embeddings?.name ?? null
  const passages = kept.map(({ path, said }, index) => ({
    toSeq: path.at(-1) ?? 0,
    seqs: said.map((each) => each.seq),
    terms: termHashes(texts[index] ?? ''),
    embedded: { vector: vectors[index] ?? null, name },
  }))
  await services.database.transaction(async (tx) => {
    const rev = await nextMemoryRev(tx, reading.chat.id)
    await savePassages(
      tx,
      reading.chat.id,
      passages.map((passage) => ({ ...passage, rev })),
    )
  })
}

/** Reads passages once more from which something was taken, or whose vectors are missing. */
async function readStale(services: MemoryServices, reading: ReadingChat, signal: AbortSignal): Promise<boolean> {
  const { database, embeddings } = services
  const stale = await findStale(database, reading.chat.id, embeddings?.name ?? null, STALE)
  if (stale.length === 0) return false
  const said = new Map(
    (
      await readSaid(
        database,
        reading.chat.id,
        stale.flatMap(({ seqs }) => seqs),
      )
    ).map((each) => [each.seq, each]),
  )
  const texts = stale.map(({ seqs }) =>
    seqs
      .flatMap((seq) => said.get(seq) ?? [])
      .filter((each) => reading.mayKeep(each))
      .map((each) => each.text)
      .join('\n'),
  )
  const vectors = await embedTexts(services, texts, signal)
  // A model that is away leaves them as they are, unless their words are missing too.
  const ready = stale.flatMap((passage, index) => {
    const [vector, text] = [vectors[index] ?? null, texts[index] ?? '']
    return vector || passage.terms.length === 0 ? [{ passage, vector, terms: termHashes(text) }] : []
  })
  if (ready.length === 0) return false
  await database.transaction(async (tx) => {
    const rev = await nextMemoryRev(tx, reading.chat.id)
    // Nothing is left of one without terms: it stays as a mark of how far was read.
    const passages = ready.map(({ passage, vector, terms }) => ({
      ...passage,
      terms,
      rev,
      seqs: terms.length === 0 ? [] : passage.seqs,
      embedded: { vector, name: embeddings?.name ?? null },
    }))
    await savePassages(tx, reading.chat.id, passages)
  })
  return true
}
