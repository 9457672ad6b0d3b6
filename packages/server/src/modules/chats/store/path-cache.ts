import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../../platform/db/database.ts'
import { TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import type { ChatRow } from './chat-store.ts'
import { loadPath } from './message-path.ts'
import type { MessageRow } from './message-row.ts'
import { saidText } from './said-text.ts'

/** The fields of a message that a prompt needs. */
export interface PathEntry {
  seq: number
  role: 'user' | 'character' | 'system'
  speakerId: string | null
  /** With the words for its pictures. */
  text: string
  tokens: number
  /** The pictures that came with it. */
  imageIds?: readonly string[]
  hidden?: boolean
}

/**
 * Caches the end of the active path of chats in use, as far as a prompt can reach, so that a turn reads one chat row
 * instead of hundreds of messages. An entry is valid only for the revision and leaf it was read at.
 */
export interface PathCache {
  read(db: Queryable, chat: ChatRow): Promise<readonly PathEntry[]>
  /** Appends `entry` to the path after a change from revision `before` to `chat`. */
  append(chat: ChatRow, before: { rev: number; leafSeq: number }, entry: PathEntry): void
  forget(chatId: string): void
}

interface CachedPath {
  rev: number
  leafSeq: number
  /** The largest prompt that it was read for. */
  maxTokens: number
  entries: readonly PathEntry[]
}

const MAX_CHATS = 300
/** Limit for all cached paths together, in characters: with a large context one path may hold megabytes. */
const MAX_CHARACTERS = 64_000_000
const ENTRY_CHARACTERS = 100

/** `maxTokensOf` returns the maximum tokens of a chat's prompts, which depends on its model and may be detected later. */
export function createPathCache(maxTokensOf: (chat: ChatRow) => number): PathCache {
  const cache = new LRUCache<string, CachedPath>({
    max: MAX_CHATS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ entries }) =>
      entries.reduce((sum, entry) => sum + entry.text.length + ENTRY_CHARACTERS, ENTRY_CHARACTERS),
  })
  return {
    async read(db, chat) {
      const maxTokens = maxTokensOf(chat)
      const known = cache.get(chat.id)
      if (known?.rev === chat.rev && known.leafSeq === chat.leafSeq && known.maxTokens === maxTokens)
        return known.entries
      const entries = (await loadPromptPath(db, chat.id, chat.leafSeq, maxTokens)).map(entryOf)
      cache.set(chat.id, { rev: chat.rev, leafSeq: chat.leafSeq, maxTokens, entries })
      return entries
    },
    append(chat, before, entry) {
      const known = cache.get(chat.id)
      if (known?.rev !== before.rev || known.leafSeq !== before.leafSeq) return void cache.delete(chat.id)
      const { maxTokens } = known
      // Numbers rise along a path.
      const isNew = (known.entries.at(-1)?.seq ?? 0) < entry.seq
      const entries = [...(isNew ? known.entries : known.entries.filter(({ seq }) => seq !== entry.seq)), entry]
      // A shortened message leaves space for older ones, which are not cached here.
      if (isTrimmed(known.entries, maxTokens) && !isTrimmed(entries, maxTokens)) return void cache.delete(chat.id)
      cache.set(chat.id, { rev: chat.rev, leafSeq: chat.leafSeq, maxTokens, entries: trimPath(entries, maxTokens) })
    },
    forget: (chatId) => void cache.delete(chatId),
  }
}

export function entryOf(row: MessageRow): PathEntry {
  const { seq, role, speakerId, tokens, pictures, hidden } = row
  const shared = { seq, role, speakerId, text: saidText(row), tokens, ...(pictures && { imageIds: pictures }) }
  return { ...shared, ...(hidden && { hidden }) }
}

/** The text as the person wrote it: without the words for pictures, of which each has one line. */
export function writtenText({ text, imageIds }: Pick<PathEntry, 'text' | 'imageIds'>): string {
  return imageIds ? text.split('\n').slice(0, -imageIds.length).join('\n') : text
}

type PathMessage = Pick<PathEntry, 'text' | 'tokens' | 'hidden'> & { pictureText?: string | null }

/** Recall and lore examine this many messages, even where fewer fit the prompt. */
const MIN_PATH_MESSAGES = 200

/**
 * Loads the end of the path to `leafSeq`, oldest first: everything that could be in a prompt of `maxTokens`, and at
 * least MIN_PATH_MESSAGES. Only tokens limit it, never a number of messages. Page sizes double, so that a large context
 * costs only a few queries.
 */
export async function loadPromptPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  maxTokens: number,
): Promise<readonly MessageRow[]> {
  const pages: MessageRow[][] = []
  let tokens = 0
  let wanted = leafSeq
  for (let limit = MIN_PATH_MESSAGES; wanted > 0 && tokens < maxTokens; limit *= 2) {
    const { rows } = await loadPath(db, chatId, wanted, { limit })
    pages.push(rows)
    tokens += rows.reduce((sum, row) => sum + minTokens(row), 0)
    wanted = rows[0]?.parentSeq ?? 0
  }
  return trimPath(pages.reverse().flat(), maxTokens)
}

/**
 * The end of a path that a prompt of `maxTokens` is built from. It is the same whether the path was read at once or
 * grew message by message, so that a prompt can be rebuilt later.
 */
export function trimPath<Message extends PathMessage>(path: readonly Message[], maxTokens: number): readonly Message[] {
  if (path.length <= MIN_PATH_MESSAGES) return path
  let tokens = 0
  let from = path.length
  for (; from > 0 && (tokens < maxTokens || path.length - from < MIN_PATH_MESSAGES); from--)
    tokens += minTokens(path[from - 1])
  return path.slice(from)
}

/** Whether a path returned by `trimPath` may have more messages before it. */
export function isTrimmed(path: readonly PathMessage[], maxTokens: number): boolean {
  return path.length >= MIN_PATH_MESSAGES && path.reduce((sum, message) => sum + minTokens(message), 0) >= maxTokens
}

/**
 * The minimum cost of a message in a prompt. Hidden ones cost nothing. They count as one token, which is less in all
 * than the built-in rules cost, so that reading a path of hidden messages alone ends too.
 */
function minTokens(message: PathMessage | undefined): number {
  return message && isSpoken(message) ? message.tokens + TOKENS_AROUND_MESSAGE : 1
}

/** Whether a message is part of the conversation that a model reads: not hidden, and not empty. */
export function isSpoken({ text, hidden, pictureText }: Pick<PathMessage, 'text' | 'hidden' | 'pictureText'>): boolean {
  return hidden !== true && (text !== '' || Boolean(pictureText))
}
