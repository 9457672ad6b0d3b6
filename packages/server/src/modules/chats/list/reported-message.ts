import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import { loadPerson } from '../../accounts/module.ts'
import { loadCardForChat, type Restriction } from '../../characters/module.ts'
import { changeChat, type LockedChat, publishUpdated } from '../context/change-chat.ts'
import { findCardOfChat } from '../context/participants.ts'
import { speakerOf } from '../context/views.ts'
import { previewOf } from '../rules.ts'
import { removeFromIndex } from '../search/update-index.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat } from '../store/chat-store.ts'
import { parseMessageId } from '../store/message-id.ts'
import { isOnPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage, setRestriction } from '../store/message-store.ts'
import { saidText } from '../store/said-text.ts'

/** What moderation needs to know of a message without reading it. */
export interface ReportedMessage {
  personId: string
  role: MessageRow['role']
  restriction: Restriction | null
  createdAt: Date
}

/** Whether this message exists and the person can see it, and so can report it (R1). */
export async function findMessageForReport(db: Queryable, messageId: string, personId: string): Promise<boolean> {
  const place = parseMessageId(messageId)
  const chat = place && (await findChat(db, place.chatId, personId))
  return place !== null && chat !== null && (await findMessage(db, place.chatId, place.seq)) !== null
}

/** A message that exists, in a chat that is not deleted. */
export async function findReportedMessage(db: Queryable, id: string): Promise<ReportedMessage | null> {
  const place = parseMessageId(id)
  if (!place) return null
  return onlyRow(
    await db.query<ReportedMessage>(
      `select c.person_id as "personId", m.role, m.restriction, m.created_at as "createdAt"
       from message m join chat c on c.id = m.chat_id
       where m.chat_id = $1 and m.seq = $2 and not m.deleted and c.deleted_at is null`,
      [place.chatId, place.seq],
    ),
  )
}

/** A line of a chat, as a moderator reads it. */
export interface ReviewedLine {
  seq: number
  role: MessageRow['role']
  name: string
  text: string
  isReported: boolean
  createdAt: Date
}

/**
 * A message and at most so many lines before and after it, on the path that continues last. Withheld texts are
 * included. The caller records who looked and why.
 */
export async function loadReviewedLines(
  db: Queryable,
  id: string,
  around: { lines: number; locale: Locale },
): Promise<ReviewedLine[]> {
  const place = parseMessageId(id)
  if (!place || !(await findReportedMessage(db, id))) return []
  const rows = await db.query<Omit<ReviewedLine, 'name' | 'isReported'> & { speakerId: string | null; cardId: string }>(
    `with recursive above (seq, parent_seq, step) as (
       select seq, parent_seq, 0 from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq, a.step + 1 from above a join message m on m.chat_id = $1 and m.seq = a.parent_seq
       where a.step < $3),
     below (seq, step) as (
       select $2::int, 0
       union all
       select (select max(m.seq) from message m where m.chat_id = $1 and m.parent_seq = b.seq and not m.deleted),
         b.step + 1 from below b where b.step < $3 and b.seq is not null)
     select m.seq, m.role, m.speaker_id as "speakerId", coalesce(m.withheld_text, m.text) as text,
       m.created_at as "createdAt", c.card_id as "cardId"
     from (select seq from above union select seq from below) shown
     join message m on m.chat_id = $1 and m.seq = shown.seq and not m.deleted join chat c on c.id = m.chat_id
     order by m.seq`,
    [place.chatId, place.seq, around.lines],
  )
  const [first] = rows
  const card = first ? await loadCardForChat(db, { cardId: first.cardId, locale: around.locale }) : null
  return rows.map(({ speakerId, cardId: _cardId, ...row }) => ({
    ...row,
    name: row.role === 'character' && card ? (speakerOf(speakerId, card)?.name ?? '') : '',
    isReported: row.seq === place.seq,
  }))
}

/**
 * Withholds a message, or shows it again. A withheld message keeps its place without its text: what reads messages
 * (prompts, memory, search, exports) finds nothing. `also` runs in the same transaction, with the restriction before.
 * @throws AppError NotFound for a message that no longer exists, Conflict while it is being written.
 */
export async function restrictMessage<Result>(
  services: ChatServices,
  id: string,
  restriction: Restriction | null,
  also: (tx: Transaction, before: Restriction | null) => Promise<Result>,
): Promise<Result> {
  const place = parseMessageId(id)
  const reported = await findReportedMessage(services.database, id)
  if (!place || !reported) throw new AppError('NotFound')
  return services.lock.take(place.chatId, async () => {
    const { chat, result } = await changeChat(services, reported.personId, place.chatId, async (locked) => {
      const old = await findMessage(locked.tx, place.chatId, place.seq)
      if (!old) throw new AppError('NotFound')
      if (old.status === 'streaming') throw new AppError('Conflict')
      if (old.restriction === restriction) return { row: null, also: await also(locked.tx, old.restriction) }
      const row = await storeRestriction(services, locked, old, restriction)
      const active = await isOnPath(locked.tx, locked.chat.id, locked.chat.leafSeq, row.seq)
      return { row, active, also: await also(locked.tx, old.restriction) }
    })
    if (result.row) {
      services.bus.publish({ kind: 'memory_changed', chatId: chat.id, hasOnlyGrown: false })
      await publishRestriction(services, chat, result.row, result.active ?? false)
    }
    return result.also
  })
}

/** In the language of the reader's account: no device of theirs asked for it. */
async function publishRestriction(services: ChatServices, chat: ChatRow, row: MessageRow, isActive: boolean) {
  const person = await loadPerson(services.database, chat.personId)
  const loadedCard = person && (await findCardOfChat(services, chat, person.lang))
  if (!loadedCard) return
  await publishUpdated(services, chat, loadedCard.card, { rows: [row], isActive })
}

async function storeRestriction(
  services: ChatServices,
  { tx, chat, nextRev }: LockedChat,
  old: MessageRow,
  restriction: Restriction | null,
): Promise<MessageRow> {
  const row = await setRestriction(tx, chat.id, old.seq, { restriction, rev: nextRev() })
  await removeFromIndex(tx, chat.id, [old.seq])
  await services.memory.rereadMessage(tx, chat, old.seq)
  if (row.seq === chat.leafSeq && chat.lastMessage) chat.lastMessage.text = previewOf(saidText(row))
  return row
}
