import type { Queryable } from '../../platform/db/database.ts'
import type { ChatRow } from './chat-store.ts'
import type { MessageRow } from './message-store.ts'
import { isTrimmed, readPromptPath, trimPath } from './prompt-path.ts'

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

interface KeptPath {
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
  const kept = new Map<string, KeptPath>()
  let characters = 0
  const drop = (chatId: string) => {
    characters -= kept.get(chatId)?.size ?? 0
    kept.delete(chatId)
  }
  const keep = (chatId: string, path: Omit<KeptPath, 'size'>) => {
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
      const entries = (await readPromptPath(db, chat.id, chat.leafSeq, room)).map(entryOf)
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
