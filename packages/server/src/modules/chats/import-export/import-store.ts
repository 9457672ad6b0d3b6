import type { Transaction } from '../../../platform/db/database.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { countTokens } from '../prompt/count-tokens.ts'
import type { PlacedMessage } from './place-messages.ts'

const ROWS_PER_STATEMENT = 500
/** Of one statement, so that it is prepared and sent in a moment. */
const CHARACTERS_PER_STATEMENT = 500_000

/** Stores the messages of a new chat; a message's number is its revision. */
export async function insertMessages(
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
         status, sender_id, created_at)
       select $1, seq, parent_seq, depth, jump_seq, jump_depth, seq, role, nullif(speaker_id, ''), text, tokens,
         'complete', case when role = 'user' then $2 end, created_at
       from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[], $10::text[],
         $11::int[], $12::timestamptz[])
         as t (seq, parent_seq, depth, jump_seq, jump_depth, role, speaker_id, text, tokens, created_at)`,
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
        part.map((row) => row.createdAt.toISOString()),
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
