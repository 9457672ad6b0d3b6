import type { ApiData } from '@everkin/contract/api-types.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Identity, SignedInCaller } from '../../../platform/http/caller.ts'
import type { UsageServices } from './services.ts'
import { dayOf, nextDay } from './token-budget.ts'
import { countPeopleAbove, type Day, loadNicknames, sumTokensOfDay, sumUsage, type UsageSums } from './usage-store.ts'

type Totals = ApiData<'GET /api/user/usage'>['today']

/** Adds up sums of several currencies; costs are added by currency, and left out for those who are not shown them. */
export function toTotals(sums: readonly UsageSums[], showsCosts: boolean): Totals {
  const costs = new Map<string, number>()
  const totals = { requests: 0, prompt_tokens: 0, cached_tokens: 0, reply_tokens: 0 }
  for (const { currency, requests, promptTokens, cachedTokens, replyTokens, costMicros } of sums) {
    totals.requests += requests
    totals.prompt_tokens += promptTokens
    totals.cached_tokens += cachedTokens
    totals.reply_tokens += replyTokens
    if (currency !== '') costs.set(currency, (costs.get(currency) ?? 0) + costMicros)
  }
  return { ...totals, costs: showsCosts ? [...costs].map(([currency, micros]) => ({ currency, micros })) : null }
}

/** Costs are the operator’s own affair; on a machine of one’s own everyone is that. */
export function canSeeCosts({ mode }: Pick<UsageServices['settings'], 'mode'>, identity: Pick<Identity, 'role'>) {
  return mode === 'local' || identity.role === 'owner'
}

/** One entry for each key, in the order in which the keys first occur. */
function groupByKey<Row extends { key: string }>(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row])
  return [...groups]
}

const tokensOf = (totals: Totals) => totals.prompt_tokens + totals.reply_tokens

/** What one person has used today and this month. */
export async function loadOwnUsage(
  services: UsageServices,
  caller: SignedInCaller,
): Promise<ApiData<'GET /api/user/usage'>> {
  const { database, clock, settings } = services
  const { personId } = caller.identity
  const showsCosts = canSeeCosts(settings, caller.identity)
  const now = clock.now()
  const today = dayOf(now)
  const month: Day = `${today.slice(0, 8)}01`
  const [byDay, byModel] = await Promise.all([
    sumUsage(database, 'day', today, personId),
    sumUsage(database, 'model_id', month, personId),
  ])
  const models = groupByKey(byModel).map(([, rows]) => ({
    model: rows[0]?.name ?? '',
    ...toTotals(rows, showsCosts),
  }))
  const totals = toTotals(byDay, showsCosts)
  return {
    today: totals,
    month: toTotals(byModel, showsCosts),
    models: models.sort((a, b) => tokensOf(b) - tokensOf(a)),
    budget: {
      limit: settings.modelTokensPerDayPerPerson,
      used: tokensOf(totals),
      resets_at: nextDay(now).toISOString(),
    },
  }
}

const MAX_PEOPLE = 100

/** What everyone has used in the last days. */
export async function loadAllUsage(services: UsageServices, days: number): Promise<ApiData<'GET /api/admin/usage'>> {
  const { database, clock, settings } = services
  const now = clock.now()
  const since = dayOf(new Date(now.getTime() - (days - 1) * DAY_MS))
  const [byDay, byModel, byKind, byPerson, used] = await Promise.all([
    sumUsage(database, 'day', since),
    sumUsage(database, 'model_id', since),
    sumUsage(database, 'kind', since),
    sumUsage(database, 'person_id', since),
    sumTokensOfDay(database, dayOf(now), null),
  ])
  const mostFirst = <One extends Totals>(entries: One[]) => entries.sort((a, b) => tokensOf(b) - tokensOf(a))
  const people = mostFirst(groupByKey(byPerson).map(([key, rows]) => ({ key, ...toTotals(rows, true) })))
    .filter(({ key }) => key !== '')
    .slice(0, MAX_PEOPLE)
  const nicknames = await loadNicknames(
    database,
    people.map(({ key }) => key),
  )
  const limit = settings.modelTokensPerDayPerPerson
  return {
    days: groupByKey(byDay)
      .map(([day, rows]) => ({ day, ...toTotals(rows, true) }))
      .reverse(),
    models: mostFirst(
      groupByKey(byModel).map(([model_id, rows]) => ({
        model_id,
        model: rows[0]?.name ?? model_id,
        ...toTotals(rows, true),
      })),
    ),
    kinds: mostFirst(
      groupByKey(byKind).map(([kind, rows]) => ({
        kind: kind as ApiData<'GET /api/admin/usage'>['kinds'][number]['kind'], // only these are written
        ...toTotals(rows, true),
      })),
    ),
    people: people.map(({ key, ...totals }) => ({ person_id: key, nickname: nicknames.get(key) ?? '', ...totals })),
    budget: { limit: settings.modelTokensPerDay, used, resets_at: nextDay(now).toISOString() },
    person_limit: limit,
    people_at_limit: limit === null ? 0 : await countPeopleAbove(database, dayOf(now), limit),
  }
}
