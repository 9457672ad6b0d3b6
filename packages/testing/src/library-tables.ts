import type { Database } from '@everkin/server/platform/db/database.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { administer, closeTemplate } from './database-templates.ts'

/** What a first start stores of the library: its cards with their texts, their albums and the search index. */
export const LIBRARY_TABLES = [
  'card',
  'card_text',
  'card_shelf',
  'tag_count',
  'search_term',
  'search_slip',
  'search_posting',
  'album_item',
] as const

const TIMES: Partial<Record<(typeof LIBRARY_TABLES)[number], readonly string[]>> = {
  card: ['created_at', 'updated_at'],
  card_shelf: ['published_at'],
  album_item: ['created_at'],
}

/** Copies the library's rows into a schema of their own, together with what tells whether they have changed since. */
export async function copyLibrary(database: Database): Promise<void> {
  await database.script(`
    create schema library;
    create table library.stamp (name text primary key, rows bigint, xid bigint);
    ${LIBRARY_TABLES.map((name) => `create table library.${name} as table ${name}`).join(';\n')}`)
  for (const name of LIBRARY_TABLES)
    await database.script(
      `insert into library.stamp select '${name}', count(*), coalesce(max(xmin::text::bigint), 0) from ${name}`,
    )
}

/**
 * Puts the library's rows back where a test has changed them: removes what a later transaction has written, and inserts
 * what is missing. Nothing is written to a table that has as many rows as the copy and none that is newer.
 */
export async function restoreLibrary(database: Database): Promise<void> {
  await database.script(`
    do $$
    declare
      name text;
      columns text;
      keys text;
      known record;
      is_same boolean;
    begin
      set local session_replication_role = replica; -- without triggers and foreign keys
      for known in select * from library.stamp loop
        name := known.name;
        execute format('select count(*) = $1 and coalesce(max(xmin::text::bigint), 0) <= $2 from %I', name)
          into is_same using known.rows, known.xid;
        continue when is_same;
        select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
          where table_schema = 'public' and table_name = name and is_generated = 'NEVER';
        select string_agg(quote_ident(attname), ', ') into keys from pg_index join pg_attribute
          on attrelid = indrelid and attnum = any(indkey) where indrelid = name::regclass and indisprimary;
        execute format('delete from %I where xmin::text::bigint > $1', name) using known.xid;
        execute format('insert into %1$I (%2$s) select %2$s from library.%1$I where (%3$s) not in (select %3$s from %1$I)',
          name, columns, keys);
        execute format('update library.stamp set xid = (select max(xmin::text::bigint) from %I) where name = $1', name)
          using name;
      end loop;
    end $$;`)
}

const MAX_DIFFERENCE_MS = 3_600_000

/** Makes the library as new as if it had been stored at this time. */
export async function dateLibrary(database: Database, now: Date): Promise<void> {
  const [newest] = await database.query<{ at: Date }>('select max(updated_at) as at from card')
  const shiftMs = now.getTime() - (newest?.at.getTime() ?? 0)
  if (shiftMs >= 0 && shiftMs < MAX_DIFFERENCE_MS) return
  for (const [name, columns] of Object.entries(TIMES))
    await database.query(
      `update ${name} set ${columns.map((column) => `${column} = ${column} + $1 * interval '1 millisecond'`).join(', ')}`,
      [shiftMs],
    )
}

/** Makes a database that has the library, and nothing else, out of an empty one; it can then be a template. */
export async function createLibraryTemplate(
  { url, template, name }: { url: string; template: string; name: string },
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  await administer(url, `create database ${name} template ${template}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const database = openPostgres(address.href, () => undefined)
  await fill(database)
  await database.close()
  await closeTemplate(url, name)
}
