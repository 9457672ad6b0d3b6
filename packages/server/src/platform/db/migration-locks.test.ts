import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CONCURRENT } from './migrate.ts'
import { findLongLocks, HOT_TABLES } from './migration-locks.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Older migrations have run everywhere. */
const FIRST_CHECKED = '0111'
/** Written before this check, and not to be changed. */
const UNCHECKED = new Set(['0123-foreign-key-indexes.sql'])

describe('MIG-03: migrations and locks', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))

  it.each(files.filter((name) => name >= FIRST_CHECKED && !UNCHECKED.has(name)))(
    '%s locks no hot table for long',
    (name) => {
      expect(findLongLocks(readFileSync(new URL(name, FOLDER), 'utf8'))).toEqual([])
    },
  )

  it('knows only hot tables that exist', () => {
    const all = files.map((name) => readFileSync(new URL(name, FOLDER), 'utf8')).join('\n')
    for (const table of HOT_TABLES) expect(all).toMatch(new RegExp(`create table ${table} `))
  })

  it.each([
    ['create index x on message (rev);', 'build the index concurrently'],
    ['create unique index x on message using btree (rev);', 'build the index concurrently'],
    [`alter table message add column x text default gen_random_uuid();`, 'volatile default'],
    ['alter table chat add column x int generated always as (rev * 2) stored;', 'stored column'],
    ['alter table message alter column seq type bigint;', 'another column'],
    ['alter table message alter seq set data type bigint;', 'another column'],
    ['alter table person alter column email set not null;', 'not valid'],
    ['alter table chat add constraint c check (rev > 0);', 'not valid'],
    ['alter table chat add column x text references card (id);', 'not valid'],
    ['alter table message add constraint u unique (chat_id, rev);', 'concurrently'],
    ['update message set text = text;', 'batches'],
    ['delete from session where created_at < now();', 'batches'],
    ['create index concurrently x on message (rev);', 'begin the file'],
    [`${CONCURRENT}\ncreate index concurrently x on message (rev);`, 'if not exists'],
    [`${CONCURRENT}\nalter table message add column x int;`, 'only concurrent index'],
  ])('refuses %s', (text, advice) => {
    expect(findLongLocks(`${text}\n`).map((found) => found.advice)).toEqual([expect.stringContaining(advice)])
  })

  it.each([
    'alter table message add column x text;',
    `alter table message add column x boolean not null default false;`,
    'alter table chat add constraint c check (rev > 0) not valid;',
    'alter table chat validate constraint c;',
    'alter table message add constraint u unique using index x;',
    "alter table message alter column text set default '';",
    `${CONCURRENT}\ncreate index concurrently if not exists x on message (rev);`,
    `${CONCURRENT}\ndrop index concurrently if exists x;`,
    'create table fresh (id int);\ncreate index fresh_id on fresh (id);\ninsert into fresh values (1);',
    'create index x on model_price (currency);',
    'update product set amount = 1;',
  ])('accepts %s', (text) => {
    expect(findLongLocks(`${text}\n`)).toEqual([])
  })
})
