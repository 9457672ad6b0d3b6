import type { Queryable } from '../../platform/db/database.ts'
import type { ChatRow } from './chat-store.ts'
import type { MessageRow } from './message-store.ts'
import { readPath } from './read-path.ts'
import { PROMPT_PATH_MESSAGES } from './rules.ts'

/** What a prompt needs of a message. */
export interface PathEntry {
  seq: number
  role: 'user' | 'character' | 'system'
  speakerId: string | null
  text: string
  tokens: number
}

/**
 * The end of the active path of chats that are being talked in, so that a turn reads one chat row instead of two
 * hundred messages. An entry counts only for the revision and leaf it was read at.
 */
export interface PathCache {
  read(db: Queryable, chat: ChatRow): Promise<readonly PathEntry[]>
  /** After a change that made `chat` out of the revision `before` by adding `entry` at the path's end. */
  append(chat: ChatRow, before: { rev: number; leafSeq: number }, entry: PathEntry): void
  forget(chatId: string): void
}

const KEPT_CHATS = 300

export function createPathCache(): PathCache {
  const kept = new Map<string, { rev: number; leafSeq: number; entries: PathEntry[] }>()
  const keep = (chatId: string, value: { rev: number; leafSeq: number; entries: PathEntry[] }) => {
    kept.delete(chatId)
    if (kept.size >= KEPT_CHATS) kept.delete(kept.keys().next().value ?? '')
    kept.set(chatId, value)
  }
  return {
    async read(db, chat) {
      const known = kept.get(chat.id)
      if (known && known.rev === chat.rev && known.leafSeq === chat.leafSeq) return known.entries
      const { rows } = await readPath(db, chat.id, chat.leafSeq, { limit: PROMPT_PATH_MESSAGES })
      const entries = rows.map(entryOf)
      keep(chat.id, { rev: chat.rev, leafSeq: chat.leafSeq, entries })
      return entries
    },
    append(chat, before, entry) {
      const known = kept.get(chat.id)
      if (!known || known.rev !== before.rev || known.leafSeq !== before.leafSeq) return void kept.delete(chat.id)
      const entries = known.entries.filter((other) => other.seq !== entry.seq).slice(-PROMPT_PATH_MESSAGES + 1)
      entries.push(entry)
      keep(chat.id, { rev: chat.rev, leafSeq: chat.leafSeq, entries })
    },
    forget: (chatId) => void kept.delete(chatId),
  }
}

export function entryOf(row: MessageRow): PathEntry {
  return { seq: row.seq, role: row.role, speakerId: row.speakerId, text: row.text, tokens: row.tokens }
}
