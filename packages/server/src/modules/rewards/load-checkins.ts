import type { CheckinDay } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { isMember, loadPerson, type Person, saveTimeZone } from '../accounts/module.ts'
import { assertCanCheckin, isCheckinOffered } from './checkin.ts'
import { type CheckinRow, selectCheckins } from './checkin-store.ts'
import { type CheckinResult, evaluateCheckin } from './evaluate-checkin.ts'
import { checkinRewards } from './rules.ts'
import type { RewardServices } from './services.ts'
import { planWeek } from './week.ts'

/** A week, the week before, and one that a trip over the date line may have put ahead of today. */
const HISTORY_DAYS = 9

/**
 * The reader's own calendar week. A valid `Time-Zone` header is stored; without one the last valid zone is used.
 * @throws AppError AgeNotOpen, NotAllowed: a person who may not check in sees no streak either.
 */
export async function loadCheckinWeek(
  services: RewardServices,
  personId: string,
  header: string | null,
): Promise<CheckinDay[]> {
  const { person, checkins, result, timeZone, now } = await loadCheckinState(services, personId, header)
  assertCanCheckin(person, now)
  await saveTimeZone(services.database, person, header, now)
  const { value: rewards } = await checkinRewards.load(services.database)
  return planWeek(checkins, result, timeZone, isMember(person, now), rewards)
}

/** Whether the check-in is offered to the person, and when the next one counts. */
export async function loadCheckinDue(
  services: RewardServices,
  personId: string,
  header: string | null,
): Promise<{ offered: boolean; due: boolean; next_at: string | null }> {
  const { person, result, now } = await loadCheckinState(services, personId, header)
  const { nextAt } = result
  return {
    offered: isCheckinOffered(person, now),
    due: nextAt === null,
    next_at: nextAt?.toISOString() ?? null,
  }
}

interface CheckinState {
  person: Person
  checkins: CheckinRow[]
  result: CheckinResult
  timeZone: string
  now: Date
}

async function loadCheckinState(
  services: RewardServices,
  personId: string,
  header: string | null,
): Promise<CheckinState> {
  const { database } = services
  const [person, checkins, now] = await Promise.all([
    loadPerson(database, personId),
    selectCheckins(database, personId, HISTORY_DAYS),
    services.databaseTime(database),
  ])
  if (!person) throw new AppError('NotSignedIn')
  const timeZone = header ?? person.timeZone ?? 'UTC'
  const result = evaluateCheckin(checkins[0] ?? null, timeZone, now, person.lastCrisisAt)
  return { person, checkins, result, timeZone, now }
}
