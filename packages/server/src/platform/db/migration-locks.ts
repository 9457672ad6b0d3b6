import { CONCURRENT, splitStatements } from './migrate.ts'

/** Tables that are read or written with nearly every request, or are too large to be locked for a moment. */
export const HOT_TABLES: ReadonlySet<string> = new Set([
  'person',
  'session',
  'card',
  'card_like',
  'chat',
  'message',
  'generation',
  'job',
  'ledger_account',
  'ledger_transfer',
  'ledger_entry',
  'memory_fact',
  'memory_passage',
  'memory_receipt',
  'memory_summary',
  'chat_index',
  'chat_index_block',
  'chat_index_term',
  'media_file',
  'model_usage',
  'purchase_order',
  'safety_verdict',
  'search_posting',
])

/** A statement that would lock a hot table for long, and what to do instead. */
export interface LongLock {
  statement: string
  advice: string
}

const VOLATILE = /\b(random|gen_random_uuid|clock_timestamp|timeofday|nextval)\s*\(/i

/** The statements of a migration that would keep people waiting on a large site. */
export function findLongLocks(text: string): LongLock[] {
  const isConcurrent = text.startsWith(`${CONCURRENT}\n`)
  const statements = splitStatements(text)
  const created = new Set(statements.flatMap((each) => /^create table (?:if not exists )?(\w+)/i.exec(each)?.[1] ?? []))
  return statements.flatMap((statement) => {
    const table = tableOf(statement)
    const isHot = table !== null && HOT_TABLES.has(table) && !created.has(table)
    const advice = adviceFor(statement, { isHot, isConcurrent })
    return advice === null ? [] : [{ statement, advice }]
  })
}

/** The table that a statement changes or locks. */
function tableOf(statement: string): string | null {
  const found =
    /^create (?:unique )?index\b[^(]*?\bon (?:only )?(\w+)/i.exec(statement) ??
    /^alter table (?:if exists )?(?:only )?(\w+)/i.exec(statement) ??
    /^(?:update|delete from|truncate(?: table)?|insert into|lock table|cluster|vacuum(?: full)?) (?:only )?(\w+)/i.exec(
      statement,
    ) ??
    /^create (?:constraint )?trigger\b[\s\S]*?\bon (\w+)/i.exec(statement)
  return found?.[1]?.toLowerCase() ?? null
}

function adviceFor(
  statement: string,
  { isHot, isConcurrent }: { isHot: boolean; isConcurrent: boolean },
): string | null {
  const isConcurrentIndex = /^(create (unique )?index|drop index) concurrently\b/i.test(statement)
  if (isConcurrent) {
    if (!isConcurrentIndex) return `only concurrent index statements may be in a file that begins with ${CONCURRENT}`
    const isRepeatable = /\bif (not )?exists\b/i.test(statement)
    return isRepeatable ? null : 'an interrupted file runs again: add if not exists, or if exists'
  }
  if (isConcurrentIndex) return `begin the file with ${CONCURRENT}: this cannot run in a transaction`
  if (!isHot) return null
  if (/^create (unique )?index/i.test(statement)) return 'build the index concurrently'
  if (/^(update|delete|truncate|cluster|vacuum|lock)/i.test(statement))
    return 'change the rows in batches, in a recurring job'
  if (!/^alter table/i.test(statement)) return null
  if (/\badd column\b/i.test(statement) && VOLATILE.test(statement))
    return 'add the column without a volatile default, which writes every row'
  if (/\bgenerated always as\b[\s\S]*\bstored\b/i.test(statement)) return 'a stored column writes every row'
  if (/\balter (column )?\w+ (set data )?type\b/i.test(statement)) return 'add another column and copy in batches'
  if (/\bset not null\b/i.test(statement)) return 'add a check that is not valid, validate it, then set not null'
  if (
    /\badd (constraint \w+ )?(check|foreign key)\b|\breferences\b/i.test(statement) &&
    !/\bnot valid\b/i.test(statement)
  )
    return 'add the constraint as not valid, and validate it in a later migration'
  if (/\badd (constraint \w+ )?(unique|primary key|exclude)\b/i.test(statement) && !/\busing index\b/i.test(statement))
    return 'build the index concurrently and add the constraint using it'
  if (/\bset (tablespace|logged|unlogged)\b/i.test(statement)) return 'this writes the whole table anew'
  return null
}
