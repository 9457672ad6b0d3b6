import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { newId } from '../../../platform/ids.ts'
import { bumpUserRev } from '../../accounts/module.ts'
import type { CardForChat } from '../../characters/module.ts'
import { countTokens } from '../../models/module.ts'
import type { MemoryCopy } from '../context/memory-port.ts'
import { speakerOf } from '../context/views.ts'
import { assertChatQuota } from '../list/start-chat.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import {
  type AuthorsNote,
  type ChatRow,
  findChat,
  insertChat,
  saveBulkBytes,
  saveChat,
  saveImportHash,
} from '../store/chat-store.ts'
import { membershipAfter } from '../store/membership-history.ts'
import type { PlacedMessage } from './place-messages.ts'

/** A chat of a file, ready to be stored. */
export interface ChatToStore {
  personId: string
  card: CardForChat
  /** Ids of members of a group. */
  muted: readonly string[]
  /** Hash of the file. */
  hash: string
  now: Date
  locale: string
  /** Empty: the card's name. */
  title: string
  pinned: boolean
  note: AuthorsNote | null
  memory: MemoryCopy | null
  adultMode: boolean
  rows: readonly PlacedMessage[]
  leafSeq: number
}

/** Stores all of a chat in one transaction. @throws AppError Conflict (too many chats), NotSignedIn (erased meanwhile). */
export async function storeImportedChat(
  services: ChatServices,
  toStore: ChatToStore,
): Promise<{ chat: ChatRow; facts: number }> {
  const { personId, card, now, rows, leafSeq, memory } = toStore
  const leaf = rows[leafSeq - 1]
  if (!leaf) throw new Error('import without messages')
  const id = newId(now)
  return services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, personId)
    if (userRev === 0) throw new AppError('NotSignedIn')
    await assertChatQuota(tx, personId)
    const base = { id, personId, cardId: card.id, type: card.type, locale: toStore.locale }
    await insertChat(tx, { ...base, title: toStore.title || card.name, createdAt: now, userRev })
    await insertMessages(tx, id, personId, rows)
    const made = await findChat(tx, id, personId)
    if (!made) throw new AppError('Internal')
    const chat: ChatRow = {
      ...made,
      rev: rows.length,
      nextSeq: rows.length + 1,
      leafSeq,
      roster: card.type === 'multiple' ? membershipAfter(null, card.members, 1) : null,
      readSeq: rows.length,
      pinned: toStore.pinned,
      muted: [...toStore.muted],
      note: toStore.note,
      lastMessage: {
        role: leaf.role,
        speaker_name: speakerOf(leaf.speakerId, card)?.name ?? null,
        text: previewOf(leaf.text),
        created_at: leaf.createdAt.toISOString(),
      },
    }
    await saveChat(tx, chat, userRev)
    await saveBulkBytes(tx, id)
    await saveImportHash(tx, id, toStore.hash)
    const isRemembered = memory !== null && (memory.summary !== null || memory.facts.length > 0)
    const about = { adultMode: toStore.adultMode, now }
    return { chat, facts: isRemembered ? await services.memory.restore(tx, chat, memory, about) : 0 }
  })
}
const ROWS_PER_STATEMENT = 500
/** Keeps a statement small enough to be prepared and sent in a moment. */
const CHARACTERS_PER_STATEMENT = 500_000

/** Stores the messages of a new chat; a message's number is its revision. */
async function insertMessages(
  tx: Transaction,
  chatId: string,
  personId: string,
  rows: readonly PlacedMessage[],
): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const part = rowsOfStatement(rows, from)
    from += part.length
    const tokens: number[] = []
    for (const { text } of part) {
      await yieldIfDue()
      tokens.push(countTokens(text))
    }
    await tx.query(
      `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
         status, cut_off, sender_id, hidden, created_at)
       select $1, seq, parent_seq, depth, jump_seq, jump_depth, seq, role, nullif(speaker_id, ''), text, tokens,
         status, nullif(cut_off, 'false')::boolean, case when role = 'user' then $2 end, hidden::boolean, created_at
       from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[], $10::text[],
         $11::int[], $12::text[], $13::timestamptz[], $14::text[], $15::text[])
         as t (seq, parent_seq, depth, jump_seq, jump_depth, role, speaker_id, text, tokens, hidden, created_at, status,
           cut_off)`,
      [
        chatId,
        personId,
        part.map((row) => row.seq),
        part.map((row) => row.parentSeq),
        part.map((row) => row.depth),
        part.map((row) => row.jumpSeq),
        part.map((row) => row.jumpDepth),
        part.map((row) => row.role),
        part.map((row) => row.speakerId ?? ''),
        part.map((row) => row.text),
        tokens,
        part.map((row) => String(row.hidden)),
        part.map((row) => row.createdAt.toISOString()),
        part.map((row) => row.status),
        part.map((row) => String(row.isCutOff)),
      ],
    )
  }
}

function rowsOfStatement(rows: readonly PlacedMessage[], from: number): PlacedMessage[] {
  const part: PlacedMessage[] = []
  let characters = 0
  for (const row of rows.slice(from, from + ROWS_PER_STATEMENT)) {
    characters += row.text.length
    if (part.length > 0 && characters > CHARACTERS_PER_STATEMENT) break
    part.push(row)
  }
  return part
}
