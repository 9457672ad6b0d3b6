import type { protection } from '@everkin/contract/http/protection.ts'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Settings } from '../../../platform/config.ts'
import { type Database, onlyRow, type Queryable } from '../../../platform/db/database.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import {
  checkChatAccess,
  isMinor,
  isQuietHour,
  MAX_TEEN_USE_MS,
  nextMorning,
  nextTeenUse,
  QUIET_HOURS,
  type TeenUse,
  teenRuleFor,
} from '../../safety/module.ts'
import { loadPerson, type Person } from '../person.ts'

interface Services {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'audience' | 'countryHeader'>
}

/** Where a person is, as far as the request says. Work in the background belongs to no country and uses no time. */
export interface ChatCaller {
  country: string | null | undefined
  isBackground?: boolean
}

/** Whether the protected mode for teens applies to this person (A8). */
export function isProtected(person: Pick<Person, 'ageState'>, { audience }: Pick<Settings, 'audience'>): boolean {
  return isMinor(person.ageState) && audience === 'adults_and_teens'
}

/**
 * A3, A5, A8: nobody chats before the age is known, or under 18 where only adults are served; teens chat where the law
 * allows it, outside the quiet hours and for two hours a day. Everything that a teen does in chats passes here, so it
 * also measures their time.
 * @throws AppError AgeNotOpen, with the time at which chats open again.
 */
export async function assertCanChat(services: Services, person: Person, caller: ChatCaller): Promise<void> {
  const { verdict, use, opensAtMs } = await chatAccessOf(services, person, caller)
  if (!verdict.allowed)
    throw new AppError(verdict.name, {
      reason: verdict.reason,
      ...(opensAtMs !== null && { opens_at: new Date(opensAtMs).toISOString() }),
    })
  if (use && !caller.isBackground) await saveTeenUse(services.database, person.id, use)
}

async function chatAccessOf(services: Services, person: Person, { country, isBackground }: ChatCaller) {
  const { database, clock, settings } = services
  const nowMs = clock.now().getTime()
  const zones = zonesOf(person, nowMs)
  const [firstZone] = zones
  const use = isProtected(person, settings)
    ? nextTeenUse(await loadTeenUse(database, person.id), nowMs, dayIn(firstZone, nowMs))
    : null
  const verdict = checkChatAccess(
    {
      ageState: person.ageState,
      // Creating a formatter is slow, and the hour matters only for teens.
      localHour: use ? strictestHour(zones, nowMs) : 12,
      teenAge: person.teenAge,
      usedMs: use?.usedMs ?? 0,
      teenRule: teenRuleFor(country, { hasCountryHeader: settings.countryHeader !== null && !isBackground }),
    },
    settings.audience,
  )
  const isClosedForNow =
    !verdict.allowed && (verdict.reason === 'quiet_hours' || verdict.reason === 'daily_limit') ? verdict.reason : null
  const opensAtMs = isClosedForNow ? nextOpening(zones, nowMs) : null
  return { verdict, use, opensAtMs }
}

/** The HTTP handlers about the protected mode. */
export function protectionHandlers(services: Services): Handlers<typeof protection> {
  return {
    status: async (_input, caller) => {
      const person = await loadPerson(services.database, caller.identity.personId)
      if (!person) throw new AppError('NotSignedIn')
      const { verdict, use, opensAtMs } = await chatAccessOf(services, person, caller)
      const closed = verdict.allowed ? null : verdict.reason
      return {
        protected: use !== null,
        closed: closed === 'confirm_age' ? null : closed,
        opens_at: opensAtMs === null ? null : new Date(opensAtMs).toISOString(),
        quiet_from: QUIET_HOURS.fromHour,
        quiet_until: QUIET_HOURS.untilHour,
        minutes_left: use && Math.ceil(Math.max(0, MAX_TEEN_USE_MS - use.usedMs) / MINUTE_MS),
      }
    },
  }
}

async function loadTeenUse(db: Queryable, personId: string): Promise<TeenUse | null> {
  const row = onlyRow(
    await db.query<{ day: string | null; usedMs: number; lastAt: Date | null }>(
      `select teen_use_day as day, teen_used_ms as "usedMs", teen_active_at as "lastAt" from person where id = $1`,
      [personId],
    ),
  )
  return row?.day && row.lastAt ? { day: row.day, usedMs: row.usedMs, lastAtMs: row.lastAt.getTime() } : null
}

/** Two actions at the same time count the time before them once; neither takes back what the other has counted. */
async function saveTeenUse(db: Queryable, personId: string, use: TeenUse): Promise<void> {
  await db.query(
    `update person set teen_used_ms = case when teen_use_day = $2 then greatest(teen_used_ms, $3) else $3 end,
       teen_use_day = $2, teen_active_at = $4 where id = $1`,
    [personId, use.day, use.usedMs, new Date(use.lastAtMs)],
  )
}

const formats = new LRUCache<string, { hour: Intl.DateTimeFormat; day: Intl.DateTimeFormat }>({ max: 500 })

type ZonedPerson = Pick<Person, 'timeZone' | 'keptTimeZone' | 'timeZoneChangedAt'>

/**
 * The time zones that count for a teen. For a day after a change, the previous one comes first: changing the clock of the
 * browser must not move the quiet hours or the day. UTC while no zone is known.
 */
function zonesOf({ timeZone, keptTimeZone, timeZoneChangedAt }: ZonedPerson, nowMs: number): [string, ...string[]] {
  const own = timeZone ?? 'UTC'
  const isKept = keptTimeZone !== null && timeZoneChangedAt !== null && nowMs - timeZoneChangedAt.getTime() < DAY_MS
  return isKept ? [keptTimeZone, own] : [own]
}

/** A quiet hour of any of the zones, else the hour of the first. */
function strictestHour(zones: readonly [string, ...string[]], nowMs: number): number {
  const hours = zones.map((zone) => hourIn(zone, nowMs))
  return hours.find(isQuietHour) ?? hourIn(zones[0], nowMs)
}

/** The next morning of the first zone at which it is quiet in none. */
function nextOpening(zones: readonly [string, ...string[]], nowMs: number): number {
  let atMs = nextMorning(nowMs, (instantMs) => hourIn(zones[0], instantMs))
  // Each step leaves the quiet hours of one zone; two zones take at most two.
  for (const zone of [...zones, ...zones])
    if (isQuietHour(hourIn(zone, atMs))) atMs = nextMorning(atMs, (instantMs) => hourIn(zone, instantMs))
  return atMs
}

function formatsOf(zone: string) {
  const known = formats.get(zone) ?? {
    hour: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }),
    day: new Intl.DateTimeFormat('en-CA', { timeZone: zone }),
  }
  formats.set(zone, known)
  return known
}

const hourIn = (zone: string, instantMs: number) => Number(formatsOf(zone).hour.format(instantMs))
const dayIn = (zone: string, instantMs: number) => formatsOf(zone).day.format(instantMs)
