import type { Queryable, SqlValue, Transaction } from '../../../platform/db/database.ts'

/** What a request to a model was for. */
export type UsageKind = 'reply' | 'memory' | 'suggestions' | 'draft'

/** A request to be added to what its person has used. */
export interface UsageRecord {
  personId: string
  modelId: string
  /** The model's name. */
  model: string
  kind: UsageKind
  promptTokens: number
  cachedTokens: number | null
  replyTokens: number
  now: Date
}

/** The parameters of `usageCtes`. */
interface UsageParameters {
  personId: string
  now: string
  modelId: string
  model: string
  kind: string
  prompt: string
  cached: string
  reply: string
}

/**
 * Adds a request to what its person has used on that day, as part of a larger statement. Each argument is a parameter
 * (`$3`) of that statement; without a model id nothing is recorded. `source` names a CTE that has a row exactly when
 * the request is to be recorded. Defines `usage_cost (currency, micros)`, by the price that holds now; without a price
 * both are null.
 */
export function usageCtes(source: string, usage: UsageParameters): string {
  const added = (column: string) => `${column} = model_usage.${column} + excluded.${column}`
  return `usage_cost as (
      select price.currency, round(((${usage.prompt}::bigint - ${usage.cached}::bigint)::numeric * price.input_micros
        + ${usage.cached}::bigint::numeric * coalesce(price.cached_input_micros, price.input_micros)
        + ${usage.reply}::bigint::numeric * price.output_micros) / 1000000)::bigint as micros
      from (select ${usage.modelId}::text as model_id) asked left join model_price price on price.model_id = asked.model_id
      where asked.model_id is not null
    ), usage_row as (
      insert into model_usage (person_id, day, model_id, kind, currency, model, requests, prompt_tokens, cached_tokens,
        reply_tokens, cost_micros)
      select ${usage.personId}::text, (${usage.now}::timestamptz at time zone 'UTC')::date, ${usage.modelId}::text,
        ${usage.kind}::text, coalesce(usage_cost.currency, ''), ${usage.model}::text, 1, ${usage.prompt}::bigint,
        ${usage.cached}::bigint, ${usage.reply}::bigint, coalesce(usage_cost.micros, 0)
      from usage_cost, ${source}
      on conflict (person_id, day, model_id, kind, currency) do update set model = excluded.model,
        ${['requests', 'prompt_tokens', 'cached_tokens', 'reply_tokens', 'cost_micros'].map(added).join(', ')}
    )`
}

/** A cost by the price that held when it arose. */
interface UsageCost {
  currency: string
  micros: number
}

/** What a request of an erased person used is kept without them. Their erasure waits for the statement. */
const RECORD = `with once as (select 1), ${usageCtes('once', {
  personId: "coalesce((select id from person where id = $1 for key share), '')",
  now: '$2',
  modelId: '$3',
  model: '$4',
  kind: '$5',
  prompt: '$6',
  cached: '$7',
  reply: '$8',
})} select currency, micros from usage_cost where currency is not null`

/** Records a request by a statement of its own. Returns what it costs; null for a model without a price. */
export async function recordUsage(db: Queryable, usage: UsageRecord): Promise<UsageCost | null> {
  const values: SqlValue[] = [
    usage.personId,
    usage.now,
    usage.modelId,
    usage.model,
    usage.kind,
    usage.promptTokens,
    usage.cachedTokens ?? 0,
    usage.replyTokens,
  ]
  return (await db.query<UsageCost>(RECORD, values))[0] ?? null
}

/** Sums over rows of one currency; those of models without a price have an empty one. */
export interface UsageSums {
  currency: string
  requests: number
  promptTokens: number
  cachedTokens: number
  replyTokens: number
  costMicros: number
}

const SUMS = `currency, sum(requests)::int8 as requests, sum(prompt_tokens)::int8 as "promptTokens",
  sum(cached_tokens)::int8 as "cachedTokens", sum(reply_tokens)::int8 as "replyTokens",
  sum(cost_micros)::int8 as "costMicros"`

/** The first day, in UTC, of what a sum is about: `2026-11-01`. */
export type Day = string

/** Adds up the rows since a day by the values of one column; of one person, or of all. */
export function sumUsage(
  db: Queryable,
  by: 'day' | 'model_id' | 'kind' | 'person_id',
  since: Day,
  personId: string | null = null,
): Promise<(UsageSums & { key: string; name: string })[]> {
  return db.query(
    `select ${by}::text as key, max(model) as name, ${SUMS} from model_usage
     where day >= $1::date and ($2::text is null or person_id = $2::text)
     group by ${by}, currency order by ${by}, currency`,
    [since, personId],
  )
}

/** Tokens of prompts and replies on a day: of one person, or of all. */
export async function sumTokensOfDay(db: Queryable, day: Day, personId: string | null): Promise<number> {
  const [row] = await db.query<{ tokens: number }>(
    `select coalesce(sum(prompt_tokens + reply_tokens), 0)::int8 as tokens from model_usage
     where day = $1::date and ($2::text is null or person_id = $2::text)`,
    [day, personId],
  )
  return row?.tokens ?? 0
}

/** How many people have used at least so many tokens on a day. */
export async function countPeopleAbove(db: Queryable, day: Day, tokens: number): Promise<number> {
  const [row] = await db.query<{ people: number }>(
    `select count(*)::int as people from (select person_id from model_usage where day = $1::date and person_id <> ''
       group by person_id having sum(prompt_tokens + reply_tokens) >= $2::bigint) above`,
    [day, tokens],
  )
  return row?.people ?? 0
}

/** The nicknames of people, by their ids. */
export async function loadNicknames(db: Queryable, personIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; nickname: string }>(
    'select id, nickname from person where id = any($1::text[])',
    [personIds],
  )
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}

/** A person's rows, for the export of their data. */
export function listUsageOf(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    `select day::text as day, model, kind, nullif(currency, '') as currency, requests, prompt_tokens, cached_tokens,
       reply_tokens, cost_micros from model_usage where person_id = $1 order by day, model_id, kind`,
    [personId],
  )
}

/** Keeps the numbers of an erased person for the operator's totals, without any tie to the person. */
export async function anonymizeUsage(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `insert into model_usage (person_id, day, model_id, kind, currency, model, requests, prompt_tokens, cached_tokens,
       reply_tokens, cost_micros)
     select '', day, model_id, kind, currency, model, requests, prompt_tokens, cached_tokens, reply_tokens, cost_micros
     from model_usage where person_id = $1
     on conflict (person_id, day, model_id, kind, currency) do update set
       requests = model_usage.requests + excluded.requests,
       prompt_tokens = model_usage.prompt_tokens + excluded.prompt_tokens,
       cached_tokens = model_usage.cached_tokens + excluded.cached_tokens,
       reply_tokens = model_usage.reply_tokens + excluded.reply_tokens,
       cost_micros = model_usage.cost_micros + excluded.cost_micros`,
    [personId],
  )
  await tx.query('delete from model_usage where person_id = $1', [personId])
}
