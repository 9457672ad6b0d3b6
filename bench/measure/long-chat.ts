import type { Database } from '@everkin/server/platform/db/database.ts'
import { createSeededRandom } from '@everkin/server/platform/seeded-random.ts'
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import type { Store } from './store.ts'

/** A stored chat for measurements; near its root is a variant without descendants. */
export interface LongChat {
  id: string
  messages: number
  /** The third message of the path, and the variant beside it. */
  early: { onPath: number; beside: number }
  /** A number halfway along the path. */
  middleSeq: number
}

interface Row {
  seq: number
  parentSeq: number
  depth: number
  jumpSeq: number
  jumpDepth: number
  role: 'user' | 'character'
  text: string
  minutesAgo: number
}

const ROWS_A_STATEMENT = 5_000
const VARIANT_EVERY = 20
const SYLLABLES = 'an ber che dor el fin ga hol in jo kel lor mar nes or pe quin ra sto tha ur ven wil yar'.split(' ')
const VOCABULARY = Array.from({ length: 3_000 }, (_, number) => {
  const chance = createSeededRandom(`word ${number}`)
  return Array.from({ length: 1 + (number % 3) }, () => SYLLABLES[Math.floor(chance() * SYLLABLES.length)]).join('')
})

/** Fills a store with a signed-in person and long chats of theirs. */
export async function fillLongChats(
  store: Store,
  chats: readonly Pick<LongChat, 'id' | 'messages'>[],
): Promise<{ session: { token: string; secret: string }; chats: LongChat[] }> {
  let session = { token: '', secret: '' }
  const stored: LongChat[] = []
  await store.fill(async (database) => {
    const now = new Date()
    const { person, token, secret } = await createSignedInTestPerson(database, { now, createdAt: now })
    session = { token, secret }
    for (const chat of chats) stored.push(await storeLongChat(database, { ...chat, personId: person.id }))
    if (store.kind === 'postgres') await database.query('vacuum analyze message')
  })
  return { session, chats: stored }
}

/**
 * Stores a chat with this many messages on its active path, with a variant at every twentieth, as the chats module
 * would store them. Texts depend only on the distance from the end, so the newest fifty are the same in every chat.
 */
export async function storeLongChat(
  database: Database,
  chat: { id: string; personId: string; messages: number },
): Promise<LongChat> {
  const { rows, path } = treeOf(chat.messages)
  const leafSeq = path.at(-1) ?? 0
  await database.query(
    `insert into chat (id, person_id, card_id, type, title, locale, rev, next_seq, leaf_seq, read_seq, last_message,
       created_at, updated_at)
     values ($1, $2, 'ilse', 'single', '', 'en', $3, $4, $5, $5, $6::jsonb, now(), now())`,
    [
      chat.id,
      chat.personId,
      rows.length,
      rows.length + 1,
      leafSeq,
      JSON.stringify({
        role: 'character',
        speaker_name: 'Ilse Marlow',
        text: rows.at(-1)?.text.slice(0, 200) ?? '',
        created_at: new Date().toISOString(),
      }),
    ],
  )
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await insertRows(database, chat, rows.slice(from, from + ROWS_A_STATEMENT))
  }
  return {
    id: chat.id,
    messages: chat.messages,
    early: { onPath: path[2] ?? 0, beside: (path[2] ?? 0) + 1 },
    middleSeq: path[path.length >> 1] ?? 0,
  }
}

function treeOf(messages: number): { rows: Row[]; path: number[] } {
  const rows: Row[] = []
  const path: number[] = []
  const jumpDepths = jumpDepthsTo(messages)
  const add = (depth: number, role: Row['role'], fromEnd: number): number => {
    const seq = rows.length + 1
    const jumpDepth = jumpDepths[depth] ?? 0
    const above = { parentSeq: path[depth - 2] ?? 0, jumpSeq: path[jumpDepth - 1] ?? 0 }
    rows.push({ seq, depth, jumpDepth, ...above, role, text: textOf(fromEnd), minutesAgo: fromEnd })
    return seq
  }
  for (let depth = 1; depth <= messages; depth++) {
    const fromEnd = messages - depth
    const role = depth % 2 === 1 ? 'character' : 'user'
    path.push(add(depth, role, fromEnd))
    const hasVariant = depth === 3 || (depth > 3 && role === 'character' && fromEnd % VARIANT_EVERY === 3)
    if (hasVariant) add(depth, role, fromEnd)
  }
  return { rows, path }
}

/**
 * The targets of skip pointers by depth: over two equal jumps where there are two, else to the parent (Myers, 1983).
 */
function jumpDepthsTo(deepest: number): number[] {
  const jumps = [0, 0]
  for (let depth = 2; depth <= deepest; depth++) {
    const jump = jumps[depth - 1] ?? 0
    const beyond = jumps[jump] ?? 0
    jumps[depth] = jump > 0 && depth - 1 - jump === jump - beyond ? beyond : depth - 1
  }
  return jumps
}

function textOf(fromEnd: number): string {
  const chance = createSeededRandom(`message ${fromEnd}`)
  const length = 12 + Math.floor(chance() * 50)
  return Array.from({ length }, () => VOCABULARY[Math.floor(VOCABULARY.length ** chance()) - 1]).join(' ')
}

async function insertRows(database: Database, chat: { id: string; personId: string }, rows: readonly Row[]) {
  await database.query(
    `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
       status, sender_id, created_at)
     select $1, seq, parent_seq, depth, jump_seq, jump_depth, seq, role,
       case when role = 'character' then 'ilse' end, text, length(text) / 4, 'complete',
       case when role = 'user' then $2 end, now() - minutes_ago * interval '1 minute'
     from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[], $10::int[])
       as t (seq, parent_seq, depth, jump_seq, jump_depth, role, text, minutes_ago)`,
    [
      chat.id,
      chat.personId,
      rows.map((row) => row.seq),
      rows.map((row) => row.parentSeq),
      rows.map((row) => row.depth),
      rows.map((row) => row.jumpSeq),
      rows.map((row) => row.jumpDepth),
      rows.map((row) => row.role),
      rows.map((row) => row.text),
      rows.map((row) => row.minutesAgo),
    ],
  )
}
