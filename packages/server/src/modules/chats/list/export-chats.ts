import type { Locale } from '@everkin/contract/locales.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ExportPart, ExportRequest } from '../../../platform/personal-data.ts'
import type { ZipFile } from '../../../platform/zip.ts'
import type { ChatCard } from '../context/card-cache.ts'
import type { Memory } from '../context/memory-port.ts'
import { findCardOfChat } from '../context/participants.ts'
import { speakerOf, usageView } from '../context/views.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, listChatsById } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import { findUpFrom } from '../store/message-lists.ts'
import { loadActivePath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { saidText } from '../store/said-text.ts'

const CHAT_PAGE_SIZE = 100
const MESSAGE_PAGE_SIZE = 200
/** Each may have long reasoning. */
const WHOLE_MESSAGE_PAGE_SIZE = 40

/**
 * The chats in a person's data export: for each chat one file with every message of every branch, and a readable one
 * with the active path. Both are read in pages, so that a chat of a hundred thousand messages uses no more memory than
 * one of ten. Chats with adult characters are included for people who may see them (N4).
 */
export function chatsExport(services: Pick<ChatServices, 'cards' | 'memory'>): ExportPart {
  return {
    path: 'chats/',
    about: 'chats',
    tables: ['chat', 'message'],
    async *files(db, request) {
      for await (const chat of chatsOf(db, request.person.id)) {
        const loadedCard = await findCardOfChat(services, chat, chat.locale as Locale) // written from a Locale
        const card = loadedCard?.card ?? null
        if (card && !request.canSee(card)) continue
        yield* filesOfChat(services, db, request, chat, card)
      }
    },
  }
}

async function* chatsOf(db: Queryable, personId: string): AsyncGenerator<ChatRow> {
  for (let after: string | null = ''; after !== null; ) {
    const page: ChatRow[] = await listChatsById(db, personId, after, CHAT_PAGE_SIZE)
    yield* page
    after = page.length === CHAT_PAGE_SIZE ? (page.at(-1)?.id ?? null) : null
  }
}

async function* filesOfChat(
  { memory }: Pick<ChatServices, 'memory'>,
  db: Queryable,
  asked: ExportRequest,
  chat: ChatRow,
  card: ChatCard | null,
): AsyncGenerator<ZipFile> {
  const isActive = await loadActivePath(db, chat)
  const title = chat.title || card?.name || ''
  const path = `chats/${chat.createdAt.toISOString().slice(0, 10)} ${plainName(title)} ${chat.id.slice(-6)}`
  yield { path: `${path}.json`, pieces: loadWholeTree(db, { chat, card, isActive, memory, hasReasoning: true }) }
  yield { path: `${path}.txt`, pieces: writeReadable(db, asked, chat, card, isActive) }
}

/**
 * All messages of a chat that are not deleted, in the order they were created, read in pages; `isWhole` with long
 * reasoning.
 */
export async function* messagesOf(
  db: Queryable,
  chat: Pick<ChatRow, 'id'>,
  isWhole = false,
): AsyncGenerator<MessageRow> {
  const limit = isWhole ? WHOLE_MESSAGE_PAGE_SIZE : MESSAGE_PAGE_SIZE
  for (let after = 0; ; ) {
    const rows = await findUpFrom(db, chat.id, after, { limit, isWhole })
    yield* rows.filter((row) => !row.deleted)
    if (rows.length < limit) return
    after = rows.at(-1)!.seq
  }
}

/** What a chat is written from as JSON. */
interface TreeToWrite {
  chat: ChatRow
  card: ChatCard | null
  /** Whether a message is on the active path. */
  isActive: (seq: number) => boolean
  /** Which messages to write; all by default. */
  isWanted?: (seq: number) => boolean
  memory: Pick<Memory, 'copyMemory'>
  /** With what the models thought. */
  hasReasoning?: boolean
}

/**
 * A chat as JSON: its settings, what is remembered on its active path, and every message of every branch that
 * `isWanted` accepts, each with its parent. Each message has a line of its own, by which imports read the file. What a
 * model thought is left out unless `hasReasoning`.
 */
export async function* loadWholeTree(
  db: Queryable,
  { chat, card, isActive, isWanted = () => true, memory, hasReasoning = false }: TreeToWrite,
): AsyncGenerator<string> {
  const { summary, facts } = await memory.copyMemory(db, chat)
  const idOf = (seq: number | null) => (seq === null || seq === 0 ? null : messageId(chat.id, seq))
  const head = {
    id: chat.id,
    title: chat.title || card?.name || '',
    card: { id: chat.cardId, name: card?.name ?? null, ...(card?.type === 'multiple' && membersOfFile(chat, card)) },
    language: chat.locale,
    pinned: chat.pinned,
    created_at: chat.createdAt,
    updated_at: chat.updatedAt,
    read_until: chat.readSeq,
    persona_id: chat.personaId,
    note: chat.note,
    model_id: chat.modelId,
    preset_id: chat.presetId,
    memory: {
      summary: summary && { text: summary.text, until: idOf(summary.coversToSeq) },
      facts: facts.map(({ text, pinned, sourceSeq }) => ({ text, pinned, message_id: idOf(sourceSeq) })),
    },
  }
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "messages": [`
  let before = '\n'
  for await (const row of messagesOf(db, chat, hasReasoning)) {
    if (!isWanted(row.seq)) continue
    const message = {
      id: messageId(chat.id, row.seq),
      parent_id: row.parentSeq === 0 ? null : messageId(chat.id, row.parentSeq),
      active: isActive(row.seq),
      role: row.role,
      speaker: card && row.role !== 'user' ? (speakerOf(row.speakerId, card)?.name ?? null) : null,
      ...(chat.type === 'multiple' && row.speakerId !== null && { speaker_id: row.speakerId }),
      text: row.text,
      ...(row.pictures && { pictures: row.pictures, picture_text: row.pictureText }),
      status: row.status,
      ...(row.isCutOff && { is_cut_off: true }),
      ...(hasReasoning && { reasoning: row.reasoning, reasoning_ms: row.reasoningMs, usage: usageView(row.usage) }),
      ...(row.hidden && { hidden: true }),
      created_at: row.createdAt,
    }
    yield before + JSON.stringify(message)
    before = ',\n'
  }
  yield '\n ]\n}\n'
}

/** The members of a group by their ids, since two may have one name. */
function membersOfFile({ muted }: ChatRow, { members }: ChatCard): object {
  return { members: members.map(({ id, name }) => ({ id, name, ...(muted.includes(id) && { muted: true }) })) }
}

async function* writeReadable(
  db: Queryable,
  { person, translate }: ExportRequest,
  chat: ChatRow,
  card: ChatCard | null,
  isActive: (seq: number) => boolean,
): AsyncGenerator<string> {
  yield `${chat.title || card?.name || ''}\n${translate('personal-data.chat.ai')}\n`
  for await (const row of messagesOf(db, chat)) {
    if (!isActive(row.seq) || saidText(row) === '') continue
    const speaker = card && speakerOf(row.speakerId, card)?.name
    const name =
      row.role === 'user' ? person.nickname || translate('personal-data.chat.you') : (speaker ?? card?.name ?? '')
    yield `\n${name} (${row.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC)\n${saidText(row)}\n`
  }
}

/** A name that is valid in every file system. */
function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, ' ')
    .replace(/[\s.]*\s[\s.]*/g, ' ')
    .replace(/^[ .]+/, '')
  return (
    [...plain]
      .slice(0, 60)
      .join('')
      .replace(/[ .]+$/, '') || 'chat'
  )
}
