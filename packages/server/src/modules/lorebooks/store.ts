import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'

export interface LorebookRow {
  id: string
  name: string
  entries: number
  bytes: number
  rev: number
  allChats: boolean
  createdAt: Date
  updatedAt: Date
}

export interface LorebookUse {
  lorebookId: string
  kind: 'chat' | 'persona'
  id: string
  name: string
}

const COLUMNS = `id, name, entries, bytes, rev, all_chats as "allChats", created_at as "createdAt",
  updated_at as "updatedAt"`

/** Oldest first. */
export function selectLorebooks(db: Queryable, personId: string): Promise<LorebookRow[]> {
  return db.query<LorebookRow>(`select ${COLUMNS} from lorebook where person_id = $1 order by created_at, id`, [
    personId,
  ])
}

export async function selectLorebook(
  db: Queryable,
  personId: string,
  id: string,
): Promise<(LorebookRow & { content: string }) | null> {
  return onlyRow(
    await db.query<LorebookRow & { content: string }>(
      `select ${COLUMNS}, content from lorebook where id = $1 and person_id = $2`,
      [id, personId],
    ),
  )
}

/** Where a person's books are used. A chat goes by its title, or by the name of its card. */
export function selectUses(db: Queryable, personId: string, id: string | null): Promise<LorebookUse[]> {
  return db.query<LorebookUse>(
    `select a.lorebook_id as "lorebookId", case when a.chat_id is null then 'persona' else 'chat' end as kind,
       coalesce(a.chat_id, a.persona_id) as id, coalesce(p.name, ch.title, c.name, '') as name
     from lorebook l
       join lorebook_attachment a on a.lorebook_id = l.id
       left join persona p on p.id = a.persona_id
       left join chat ch on ch.id = a.chat_id
       left join card c on c.id = ch.card_id
     where l.person_id = $1 and ($2::text is null or l.id = $2) and ch.deleted_at is null
     order by a.lorebook_id, kind, name, id`,
    [personId, id],
  )
}

export async function insertLorebook(
  tx: Transaction,
  personId: string,
  book: LorebookRow & { content: string },
): Promise<void> {
  await tx.query(
    `insert into lorebook (id, person_id, name, content, entries, bytes, rev, all_chats, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      book.id,
      personId,
      book.name,
      book.content,
      book.entries,
      book.bytes,
      book.rev,
      book.allChats,
      book.createdAt,
      book.updatedAt,
    ],
  )
}

export async function updateLorebook(tx: Transaction, book: LorebookRow & { content: string }): Promise<void> {
  await tx.query(
    `update lorebook set name = $2, content = $3, entries = $4, bytes = $5, rev = $6, all_chats = $7, updated_at = $8
     where id = $1`,
    [book.id, book.name, book.content, book.entries, book.bytes, book.rev, book.allChats, book.updatedAt],
  )
}

/** False when this person has no such book. */
export async function deleteLorebookRow(tx: Transaction, personId: string, id: string): Promise<boolean> {
  return (
    (await tx.query('delete from lorebook where id = $1 and person_id = $2 returning id', [id, personId])).length > 0
  )
}

export async function addLoreRev(tx: Transaction, personId: string): Promise<void> {
  await tx.query('update person set lore_rev = lore_rev + 1 where id = $1', [personId])
}

export async function sumLorebookBytes(db: Queryable, personId: string): Promise<number> {
  const [sum] = await db.query<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::float8 as bytes from lorebook where person_id = $1',
    [personId],
  )
  return sum?.bytes ?? 0
}

/** What a book is attached to. */
export type LorebookTarget = { chatId: string } | { personaId: string }

function targetColumn(target: LorebookTarget): { column: 'chat_id' | 'persona_id'; id: string } {
  return 'chatId' in target ? { column: 'chat_id', id: target.chatId } : { column: 'persona_id', id: target.personaId }
}

/** In the order in which they were chosen. */
export async function selectAttached(db: Queryable, target: LorebookTarget): Promise<string[]> {
  const { column, id } = targetColumn(target)
  const rows = await db.query<{ id: string }>(
    `select lorebook_id as id from lorebook_attachment where ${column} = $1 order by place`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** The books of each persona of a person. */
export function selectPersonaBooks(db: Queryable, personId: string): Promise<{ personaId: string; id: string }[]> {
  return db.query<{ personaId: string; id: string }>(
    `select a.persona_id as "personaId", a.lorebook_id as id
     from lorebook_attachment a join persona p on p.id = a.persona_id where p.person_id = $1 order by a.place`,
    [personId],
  )
}

/** How many of these books are the person's. */
export async function countOwned(db: Queryable, personId: string, ids: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from lorebook where person_id = $1 and id = any($2::text[])',
    [personId, [...ids]],
  )
  return row?.count ?? 0
}

export async function replaceAttached(tx: Transaction, target: LorebookTarget, ids: readonly string[]): Promise<void> {
  const { column, id } = targetColumn(target)
  await tx.query(`delete from lorebook_attachment where ${column} = $1`, [id])
  await tx.query(
    `insert into lorebook_attachment (lorebook_id, ${column}, place)
     select book, $1, place from unnest($2::text[]) with ordinality as chosen (book, place)`,
    [id, [...ids]],
  )
}

export async function copyAttached(tx: Transaction, fromChatId: string, toChatId: string): Promise<void> {
  await tx.query(
    `insert into lorebook_attachment (lorebook_id, chat_id, place)
     select lorebook_id, $2, place from lorebook_attachment where chat_id = $1`,
    [fromChatId, toChatId],
  )
}

/** A book of a turn, and why it is one. */
export interface TurnBook {
  id: string
  rev: number
  bytes: number
  from: 'chat' | 'persona' | 'all'
}

/** The books of a chat: its own, those of the persona, those of all chats. A book comes once, in its first place. */
export function selectTurnBooks(
  db: Queryable,
  personId: string,
  chat: { id: string; personaId: string | null },
): Promise<TurnBook[]> {
  return db.query<TurnBook>(
    `select l.id, l.rev, l.bytes, used.source as "from"
     from (
       select distinct on (book) book, source, rank, place from (
         select lorebook_id as book, 'chat' as source, 1 as rank, place from lorebook_attachment where chat_id = $2
         union all
         select lorebook_id, 'persona', 2, place from lorebook_attachment where persona_id = $3
         union all
         select id, 'all', 3, 0 from lorebook where person_id = $1 and all_chats
       ) as every order by book, rank
     ) as used join lorebook l on l.id = used.book and l.person_id = $1
     order by used.rank, used.place, l.created_at, l.id`,
    [personId, chat.id, chat.personaId],
  )
}

export function selectContents(db: Queryable, ids: readonly string[]): Promise<{ id: string; content: string }[]> {
  return db.query<{ id: string; content: string }>('select id, content from lorebook where id = any($1::text[])', [
    [...ids],
  ])
}
