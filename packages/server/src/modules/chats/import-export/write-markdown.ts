import type { Queryable } from '../../../platform/db/database.ts'
import type { CardForChat } from '../../characters/module.ts'
import { speakerOf } from '../context/views.ts'
import { messagesOf } from '../list/export-chats.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { saidText } from '../store/said-text.ts'

/** The input for writing a chat. */
export interface ChatToWrite {
  db: Queryable
  chat: ChatRow
  card: CardForChat
  /** Whether a message is on the active path. */
  isActive: (seq: number) => boolean
  /** The person's name. */
  ownName: string
}

/** A chat's active path as readable Markdown; `notice` says that the characters are AI. */
export async function* writeMarkdown(
  { db, chat, card, isActive, ownName }: ChatToWrite,
  notice: string,
): AsyncGenerator<string> {
  yield `# ${plain(chat.title || card.name)}\n\n*${notice}*\n`
  for await (const row of messagesOf(db, chat)) {
    if (!isActive(row.seq) || saidText(row) === '') continue
    const name = row.role === 'user' ? ownName : speakerOf(row.speakerId, card)?.name
    const time = row.createdAt.toISOString().slice(0, 16).replace('T', ' ')
    yield `\n**${plain(name ?? '—')}** · ${time} UTC\n\n${saidText(row)}\n`
  }
}

/** A name without Markdown markup. */
function plain(name: string): string {
  return name.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/\s+/g, ' ')
}
