import { csvFile } from '../../../platform/csv.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { FileReply } from '../../../platform/http/stream-reply.ts'
import type { DeskServices } from '../services.ts'
import type { Figure, FigureSource } from './figure-source.ts'

/** Counts grouped by a key, as figures, largest first. */
async function countByKey(db: Queryable, figure: string, text: string, values: readonly Date[]): Promise<Figure[]> {
  const rows = await db.query<{ key: string | null; value: number }>(text, values)
  return rows.map(({ key, value }) => ({ figure, key, value }))
}

/** New accounts, suspensions by reason, and what operators did about requests for data. */
export const accountFigures: FigureSource = async (db, { from, to }) => [
  ...(await countByKey(
    db,
    'accounts',
    `select null as key, count(*)::int as value from person
     where guest_messages_left is null and created_at >= $1 and created_at < $2`,
    [from, to],
  )),
  ...(await countByKey(
    db,
    'suspensions',
    `select reason as key, count(*)::int as value from audit_entry
     where action = 'person.suspended' and at >= $1 and at < $2 group by reason order by value desc, reason`,
    [from, to],
  )),
  ...(await countByKey(
    db,
    'restored',
    `select null as key, count(*)::int as value from audit_entry
     where action = 'person.restored' and at >= $1 and at < $2`,
    [from, to],
  )),
  ...(await countByKey(
    db,
    'dataRequests',
    `select action as key, count(*)::int as value from audit_entry
     where action in ('data.export_offered', 'data.deletion_granted') and at >= $1 and at < $2
     group by action order by action`,
    [from, to],
  )),
]

/** Reports by reason, kind of target and state, and what the rules stopped. */
export const safetyFigures: FigureSource = async (db, { from, to }) => [
  ...(await countByKey(
    db,
    'reports',
    `select reason as key, count(*)::int as value from report where created_at >= $1 and created_at < $2
     group by reason order by value desc, reason`,
    [from, to],
  )),
  ...(await countByKey(
    db,
    'reportTargets',
    `select target_type as key, count(*)::int as value from report where created_at >= $1 and created_at < $2
     group by target_type order by value desc, target_type`,
    [from, to],
  )),
  ...(await countByKey(
    db,
    'reportStates',
    `select state as key, count(*)::int as value from report where created_at >= $1 and created_at < $2
     group by state order by value desc, state`,
    [from, to],
  )),
  ...(await countByKey(
    db,
    'stopped',
    `select category as key, count(*)::int as value from safety_verdict
     where verdict = 'blocked' and created_at >= $1 and created_at < $2 group by category order by value desc, category`,
    [from, to],
  )),
]

export interface YearlyFigures {
  year: number
  years: number[]
  rows: Figure[]
}

/** The figures of a calendar year in UTC; of the current one by default. */
export async function loadYearlyFigures(services: DeskServices, year: number | undefined): Promise<YearlyFigures> {
  const { database, clock } = services
  const thisYear = clock.now().getUTCFullYear()
  const chosen = year ?? thisYear
  const span = { from: new Date(Date.UTC(chosen, 0, 1)), to: new Date(Date.UTC(chosen + 1, 0, 1)) }
  const rows: Figure[] = []
  for (const source of services.figureSources) rows.push(...(await source(database, span)))
  const first = await firstYear(database, thisYear)
  const years = Array.from({ length: thisYear - first + 1 }, (_, index) => thisYear - index)
  return { year: chosen, years, rows }
}

async function firstYear(db: Queryable, thisYear: number): Promise<number> {
  const [row] = await db.query<{ year: number | null }>(
    `select extract(year from min(created_at) at time zone 'utc')::int as year from person`,
  )
  return Math.min(row?.year ?? thisYear, thisYear)
}

/** The figures as a CSV file. */
export function figuresFile({ year, rows }: YearlyFigures): FileReply {
  const lines = rows.map(({ figure, key, value }) => [year, figure, key, value] as const)
  return { name: `figures-${year}.csv`, pieces: csvFile(['year', 'figure', 'key', 'value'], lines) }
}
