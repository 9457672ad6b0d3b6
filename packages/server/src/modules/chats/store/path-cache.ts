import type { Queryable } from '../../../platform/db/database.ts'
import { TOKENS_AROUND_MESSAGE } from '../prompt/count-tokens.ts'
import type { ChatRow } from './chat-store.ts'
import { loadPath } from './message-path.ts'
import type { MessageRow } from './message-store.ts'

/** What a prompt needs of a message. */
export interface PathEntry {
  seq: number
  role: 'user' | 'character' | 'system'
  speakerId: string | null
  text: string
  tokens: number
}

/**
 * The end of the active path of chats that are being talked in, as far as a prompt can reach, so that a turn reads one
 * chat row instead of hundreds of messages. An entry counts only for the revision and leaf it was read at.
 */
export interface PathCache {
  read(db: Queryable, chat: ChatRow): Promise<readonly PathEntry[]>
  /** After a change that made `chat` out of the revision `before` by adding `entry` at the path's end. */
  append(chat: ChatRow, before: { rev: number; leafSeq: number }, entry: PathEntry): void
  forget(chatId: string): void
}

interface CachedPath {
  rev: number
  leafSeq: number
  /** Of the prompts that it was read for. */
  roomTokens: number
  entries: readonly PathEntry[]
  size: number
}

const MAX_CHATS = 300
/** With a large context one path may hold megabytes; all of them together hold about so many characters. */
const MAX_CHARACTERS = 64_000_000
const ENTRY_CHARACTERS = 100

/** `roomTokens` tells what a prompt may have; the model's context can become known later. */
export function createPathCache(roomTokens: () => number): PathCache {
  const kept = new Map<string, CachedPath>()
  let characters = 0
  const drop = (chatId: string) => {
    characters -= kept.get(chatId)?.size ?? 0
    kept.delete(chatId)
  }
  const keep = (chatId: string, path: Omit<CachedPath, 'size'>) => {
    drop(chatId)
    const size = path.entries.reduce((sum, entry) => sum + entry.text.length + ENTRY_CHARACTERS, 0)
    for (const oldest of kept.keys()) {
      if (kept.size < MAX_CHATS && characters + size <= MAX_CHARACTERS) break
      drop(oldest)
    }
    kept.set(chatId, { ...path, size })
    characters += size
  }
  return {
    async read(db, chat) {
      const room = roomTokens()
      const known = kept.get(chat.id)
      if (known?.rev === chat.rev && known.leafSeq === chat.leafSeq && known.roomTokens === room) return known.entries
      const entries = (await loadPromptPath(db, chat.id, chat.leafSeq, room)).map(entryOf)
      keep(chat.id, { rev: chat.rev, leafSeq: chat.leafSeq, roomTokens: room, entries })
      return entries
    },
    append(chat, before, entry) {
      const known = kept.get(chat.id)
      if (known?.rev !== before.rev || known.leafSeq !== before.leafSeq) return drop(chat.id)
      const { roomTokens: room } = known
      const entries = [...known.entries.filter((other) => other.seq !== entry.seq), entry]
      // A message that has become shorter makes room for older ones, which are not here.
      if (isTrimmed(known.entries, room) && !isTrimmed(entries, room)) return drop(chat.id)
      keep(chat.id, { rev: chat.rev, leafSeq: chat.leafSeq, roomTokens: room, entries: trimPath(entries, room) })
    },
    forget: drop,
  }
}

export function entryOf(row: MessageRow): PathEntry {
  return { seq: row.seq, role: row.role, speakerId: row.speakerId, text: row.text, tokens: row.tokens }
}

type PathMessage = Pick<MessageRow, 'role' | 'text' | 'tokens'>

/** Recall and lore look at so many messages, also where fewer fit the prompt. */
const MIN_PATH_MESSAGES = 200

/**
 * Reads the end of the path to `leafSeq`, oldest first: all that could be in a prompt of `roomTokens`, and at least
 * MIN_PATH_MESSAGES. Only tokens end it, never a number of messages. Pages double, so that a large context costs a few
 * queries.
 */
export async function loadPromptPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  roomTokens: number,
): Promise<MessageRow[]> {
  const pages: MessageRow[][] = []
  let tokens = 0
  let wanted = leafSeq
  for (let limit = MIN_PATH_MESSAGES; wanted > 0 && tokens < roomTokens; limit *= 2) {
    const { rows } = await loadPath(db, chatId, wanted, { limit })
    pages.push(rows)
    tokens += rows.reduce((sum, row) => sum + minTokens(row), 0)
    wanted = rows[0]?.parentSeq ?? 0
  }
  return trimPath(pages.reverse().flat(), roomTokens)
}

/**
 * The end of a path that a prompt of `roomTokens` is built from: the same whether the path was read at once or has grown
 * message by message, so that a prompt can be rebuilt later.
 */
export function trimPath<Message extends PathMessage>(path: readonly Message[], roomTokens: number): Message[] {
  let tokens = 0
  let from = path.length
  for (; from > 0 && (tokens < roomTokens || path.length - from < MIN_PATH_MESSAGES); from--)
    tokens += minTokens(path[from - 1])
  return path.slice(from)
}

/** Whether a path as `trimPath` leaves it may have more messages in front of it. */
export function isTrimmed(path: readonly PathMessage[], roomTokens: number): boolean {
  return path.length >= MIN_PATH_MESSAGES && path.reduce((sum, message) => sum + minTokens(message), 0) >= roomTokens
}

/**
 * What a message takes of a prompt at least. Notices take nothing; they count as one token, less in all than the house
 * rules take, so that a path of nothing but notices ends too.
 */
function minTokens(message: PathMessage | undefined): number {
  return message && isSpoken(message) ? message.tokens + TOKENS_AROUND_MESSAGE : 1
}

/** Whether a message is part of the conversation that a model reads: no notice, and not empty. */
export function isSpoken({ role, text }: Pick<PathMessage, 'role' | 'text'>): boolean {
  return role !== 'system' && text !== ''
}
