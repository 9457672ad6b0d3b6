import { emptySingle } from '@everkin/server/modules/card-editor/card-content.ts'
import { indexCards } from '@everkin/server/modules/characters/module.ts'
import { RULE_VERSION } from '@everkin/server/modules/safety/rules.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'

export interface SiteSize {
  messages: number
  messagesPerChat: number
  /** Called after each part. */
  onProgress?: (done: string) => void
}

const CHATS_PER_PERSON = 4
const ROWS_A_STATEMENT = 500_000
const CARDS_A_TRANSACTION = 2_000
const MAX_CARDS = 20_000

/**
 * Fills a migrated database with people, chats and what belongs to them, in proportions as on a site in use: `p1` is the
 * first person, `c1` their first chat. Ledger entries are fewer than a site would have, and the search
 * index of a chat is small. Statistics are up to date afterwards.
 */
export async function fillSite(database: Database, { messages, messagesPerChat, onProgress }: SiteSize): Promise<void> {
  const chats = Math.ceil(messages / messagesPerChat)
  const people = Math.ceil(chats / CHATS_PER_PERSON)
  const transfers = Math.ceil(messages / 10)
  const cards = Math.min(MAX_CARDS, Math.ceil(people / 2))
  const insert = async (
    name: string,
    count: number,
    text: string,
    values: (string | number | readonly number[])[] = [],
  ) => {
    for (let from = 1; from <= count; from += ROWS_A_STATEMENT) {
      const to = Math.min(count, from + ROWS_A_STATEMENT - 1)
      await database.transaction(async (tx) => {
        await tx.query('set local statement_timeout = 0')
        // Without the triggers of each row; what they check is right by construction.
        await tx.query('set local session_replication_role = replica')
        await tx.query(text, [from, to, ...values])
      })
    }
    onProgress?.(`${count} ${name}`)
  }
  for (const { name, count, text } of peopleParts(people)) await insert(name, count, text)
  await insert('cards', cards, CARDS, [JSON.stringify({ ...emptySingle('en').definition, first_mes: 'Good evening.' })])
  for (let from = 1; from <= cards; from += CARDS_A_TRANSACTION) {
    const ids = Array.from({ length: Math.min(CARDS_A_TRANSACTION, cards - from + 1) }, (_, at) => `card-${from + at}`)
    await database.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0')
      await indexCards(tx, ids)
    })
  }
  await insert('chats', chats, CHATS, [messagesPerChat, CHATS_PER_PERSON, cards])
  await insert('messages', messages, MESSAGES, [messagesPerChat, CHATS_PER_PERSON, jumpDepthsTo(messagesPerChat)])
  await insert('transfers', transfers, TRANSFERS, [people])
  for (const { name, every, text } of chatParts(messagesPerChat))
    await insert(name, Math.ceil(messages / every), text, [messagesPerChat, CHATS_PER_PERSON])
  await database.script('set statement_timeout = 0; analyze; reset statement_timeout')
  onProgress?.('statistics')
}

const n = 'generate_series($1::int, $2::int) n'

function peopleParts(people: number): { name: string; count: number; text: string }[] {
  return [
    {
      name: 'people',
      count: people,
      text: `insert into person (id, email, nickname, age_scope, age_state, created_at)
        select 'p' || n, 'person-' || n || '@example.org', 'Robin', 3, 'declared_adult', now() - n * interval '1 minute' from ${n}`,
    },
    {
      name: 'sessions',
      count: people * 2,
      text: `insert into session (id, person_id, token_hash, secret_hash, device, created_at, last_seen_at, authenticated_at)
        select 's' || n, 'p' || (n + 1) / 2, sha256(('t' || n)::bytea), sha256(('s' || n)::bytea), 'Firefox on Linux', now(), now(), now() from ${n}`,
    },
    {
      name: 'ledger accounts',
      count: people * 2,
      text: `insert into ledger_account (id, kind, owner_id, asset, balance)
        select 'a' || n, 'person', 'p' || (n + 1) / 2, case when n % 2 = 0 then 'coin' else 'message' end, 1000 from ${n}`,
    },
    {
      name: 'likes',
      count: people * 5,
      text: `insert into card_like (person_id, card_id, created_at)
        select 'p' || (n + 4) / 5, 'card-' || n % 50 + 1, now() - n * interval '1 second' from ${n} on conflict do nothing`,
    },
    {
      name: 'days of use',
      count: people * 5,
      text: `insert into model_usage (person_id, day, model_id, kind, currency, model, requests, prompt_tokens,
          cached_tokens, reply_tokens, cost_micros)
        select 'p' || (n + 4) / 5, current_date - n % 5, 'm', 'reply', '', 'model', 9, 9000, 0, 900, 0 from ${n} on conflict do nothing`,
    },
    {
      name: 'check-ins',
      count: people * 5,
      text: `insert into checkin (person_id, day, time_zone, streak_day, message_num, coin_num, created_at)
        select 'p' || (n + 4) / 5, current_date - n % 5 - 1, 'UTC', 1, 1, 0, now() from ${n} on conflict do nothing`,
    },
    {
      name: 'orders',
      count: people,
      text: `insert into purchase_order (id, person_id, idempotency_key, product, amount, currency, state, provider,
          created_at, paid_at, given_at)
        select 'o' || n, 'p' || n, 'k' || n, to_jsonb(product), 799, 'USD', 'fulfilled', 'sandbox', now(), now(), now()
        from ${n}, product where product.id = 'coins-100'`,
    },
    {
      name: 'jobs',
      count: people,
      text: `insert into job (kind, key, run_at, created_at) select 'later', 'j' || n, now() + n * interval '1 hour', now() from ${n}`,
    },
  ]
}

const CARDS = `insert into card (id, type, name, tagline, gender, age, language, tags, definition, creator_id, rank,
    rule_version, created_at, updated_at)
  select 'card-' || n, 'single', 'Name' || n || ' Wren', 'A keeper of lamp ' || n, 'female', 30, 'en',
    array['fantasy', 'tag' || n % 200], $3::jsonb, 'p' || n, n, '${RULE_VERSION}', now(), now() from ${n}`

const CHATS = `insert into chat (id, person_id, card_id, type, title, locale, rev, next_seq, leaf_seq, read_seq,
    last_message, created_at, updated_at)
  select 'c' || n, 'p' || (n + $4::int - 1) / $4::int, case when n % $4 = 1 then 'ilse' else 'card-' || n % $5::int + 1 end,
    'single', '', 'en', $3::int, $3::int + 1, $3::int, $3::int,
    '{"role": "character", "speaker_name": "Ilse", "text": "Mind the step.", "created_at": "2026-11-20T12:00:00Z"}',
    now() - n * interval '1 minute', now() - n * interval '1 minute' from ${n}`

/** Each chat is one path; the greeting is the character's. */
const MESSAGES = `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text,
    tokens, status, client_id, sender_id, created_at)
  select 'c' || chat, seq, seq - 1, seq, ($5::int[])[seq], ($5::int[])[seq], seq,
    case when seq % 2 = 1 then 'character' else 'user' end, case when seq % 2 = 1 then 'ilse' end,
    'The lamp by the window was lit at ' || md5(n::text) || ', and nobody had asked for it yet.', 24, 'complete',
    case when seq % 2 = 0 then md5(n || 'client') end, case when seq % 2 = 0 then 'p' || (chat + $4::int - 1) / $4::int end,
    now() - (chat % 1000) * interval '1 hour' + seq * interval '1 minute'
  from (select n, (n - 1) / $3::int + 1 as chat, (n - 1) % $3::int + 1 as seq from ${n}) place`

const TRANSFERS = `with moved as (
    insert into ledger_transfer (key, asset, cause, ref, created_at)
    select 'filled-' || n, 'message', 'message_sent', 'p' || n % $3::int + 1, now() - n * interval '1 second' from ${n}
    returning id, ref)
  insert into ledger_entry (transfer_id, account_id, amount, balance)
  select id, 'a' || (substr(ref, 2)::int * 2 - 1), -1, 1000 from moved
  union all select id, 'system:filled:message', 1, null from moved`

/** What is remembered and indexed of messages: one row for so many of them. */
function chatParts(messagesPerChat: number): { name: string; every: number; text: string }[] {
  const place = (every: number) =>
    `(select n, (n * ${every} - 1) / $3::int + 1 as chat, (n * ${every} - 1) % $3::int + 1 as seq, $4::int as per_person from ${n}) place`
  return [
    {
      name: 'passages',
      every: 10,
      text: `insert into memory_passage (chat_id, to_seq, seqs, terms, rev)
        select 'c' || chat, seq, array[seq], array[n, n + 1]::bigint[], 1 from ${place(10)} on conflict do nothing`,
    },
    {
      name: 'facts',
      every: 50,
      text: `insert into memory_fact (id, chat_id, person_id, card_id, text, origin, source_seq, terms, rev, created_at)
        select 'f' || n, 'c' || chat, 'p' || (chat + per_person - 1) / per_person, 'ilse', 'Fact ' || n, 'model', seq,
          array[n]::bigint[], 1, now() from ${place(50)}`,
    },
    {
      name: 'receipts',
      every: 20,
      text: `insert into memory_receipt (chat_id, seq, fact_ids, passage_seqs)
        select 'c' || chat, seq, '{}', array[1] from ${place(20)} on conflict do nothing`,
    },
    {
      name: 'indexed chats',
      every: messagesPerChat,
      text: `insert into chat_index (chat_id, rev, seq)
        select 'c' || chat, $3::int, $3::int from ${place(messagesPerChat)} on conflict do nothing`,
    },
    {
      name: 'words in chats',
      every: 10,
      text: `insert into chat_index_term (chat_id, block, term, places)
        select 'c' || chat, 0, 'word' || seq, 'a' from ${place(10)} on conflict do nothing`,
    },
  ]
}

/** The targets of skip pointers by depth: over two equal jumps where there are two, else to the parent (Myers, 1983). */
function jumpDepthsTo(deepest: number): number[] {
  const jumps = [0, 0]
  for (let depth = 2; depth <= deepest; depth++) {
    const jump = jumps[depth - 1] ?? 0
    const beyond = jumps[jump] ?? 0
    jumps[depth] = jump > 0 && depth - 1 - jump === jump - beyond ? beyond : depth - 1
  }
  return jumps.slice(1)
}
