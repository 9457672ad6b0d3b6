import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { isCrisisText } from '../../safety/module.ts'

/** How long a line is that can be quoted, in UTF-16 units. */
const QUOTE_LENGTH = { min: 6, max: 100 }
/** Only what was said lately is quoted. */
const LINES_READ = 20

/** A message as one plain line, without the marks of actions and emphasis. */
export function quotableLine(text: string): string {
  const plain = text
    .replaceAll(/[*_~`#>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length <= QUOTE_LENGTH.max ? plain : `${truncateText(plain, QUOTE_LENGTH.max).replace(/\s+\S*$/, '')}…`
}

/**
 * The number of the newest message in a person's own chat that can be quoted to them; null when there is none. Never one
 * that is hidden, too long for a line, or sounds like distress (M4).
 */
export async function findOwnLine(db: Queryable, chatId: string, personId: string): Promise<number | null> {
  const rows = await db.query<{ seq: number; text: string }>(
    `select m.seq, m.text from message m join chat c on c.id = m.chat_id
     where m.chat_id = $1 and c.person_id = $2 and m.sender_id = $2 and m.role = 'user' and not m.deleted and not m.hidden
     order by m.seq desc limit ${LINES_READ}`,
    [chatId, personId],
  )
  const fits = ({ text }: { text: string }) => {
    const { length } = quotableLine(text)
    return length >= QUOTE_LENGTH.min && text.length <= QUOTE_LENGTH.max && !isCrisisText(text)
  }
  return rows.find(fits)?.seq ?? null
}

/**
 * Reads a person's own messages, and returns what finds one by its place: null once it was deleted or hidden, so that
 * nothing is kept of it (its deletion is final at once).
 */
export async function loadOwnLines(
  db: Queryable,
  personId: string,
  places: readonly MessagePlace[],
): Promise<(place: MessagePlace) => string | null> {
  if (places.length === 0) return () => null
  const rows = await db.query<MessagePlace & { text: string }>(
    `select chat_id as "chatId", seq, text from message
     where chat_id = any($1::text[]) and seq = any($2::int[]) and sender_id = $3 and not deleted and not hidden`,
    [places.map(({ chatId }) => chatId), places.map(({ seq }) => seq), personId],
  )
  return ({ chatId, seq }) => rows.find((row) => row.chatId === chatId && row.seq === seq)?.text ?? null
}

interface MessagePlace {
  chatId: string
  seq: number
}
