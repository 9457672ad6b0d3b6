import type { Wallet } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { parseTimeZone } from '../../platform/http/request-metadata.ts'
import { bumpUserRev, isMember, loadPerson, type Person, saveTimeZone } from '../accounts/module.ts'
import { canShowOffers, isAdult, isMinor } from '../safety/module.ts'
import { grant, loadWallet } from '../wallet/module.ts'
import { insertCheckin, selectCheckins } from './checkin-store.ts'
import { evaluateCheckin } from './evaluate-checkin.ts'
import { checkinRewards, rewardOf } from './rules.ts'
import type { RewardServices } from './services.ts'

export interface CheckinReward {
  message_num: number
  coin_num: number
  streak_day: number
  wallet: Wallet
}

/**
 * Checks a person in for their calendar day and grants the reward, both or neither. The zone of the call takes
 * precedence over the header's, and that over the last valid one.
 * @throws AppError InvalidInput on `time_zone` for an unknown zone (WAL-09), Conflict with `next_at` when today's
 * check-in is done or the zone changed less than 24 hours ago, AgeNotOpen, NotAllowed.
 */
export async function claimCheckin(
  services: RewardServices,
  personId: string,
  zones: { asked: string | undefined; header: string | null },
): Promise<CheckinReward> {
  const asked = zones.asked === undefined ? null : parseTimeZone(zones.asked)
  if (zones.asked !== undefined && asked === null) throw invalidInput('time_zone', 'no such time zone')
  return services.database.transaction(async (tx) => {
    // Locks the person's row: of fifty at the same moment, all but the first find today's check-in done (WAL-06).
    await bumpUserRev(tx, personId)
    const person = await loadPerson(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    const now = await services.databaseTime(tx)
    assertCanCheckin(person, now)
    const timeZone = asked ?? zones.header ?? person.timeZone ?? 'UTC'
    const [last = null] = await selectCheckins(tx, personId, 1)
    const { day, streakDay, nextAt } = evaluateCheckin(last, timeZone, now, person.lastCrisisAt)
    if (nextAt) throw new AppError('Conflict', { next_at: nextAt.toISOString() }, 'alreadyDone')

    const { value: week } = await checkinRewards.load(tx)
    const { messageNum, coinNum } = rewardOf(week, streakDay, isMember(person, now))
    await insertCheckin(tx, personId, { day, at: now, timeZone, streakDay, messageNum, coinNum })
    const gift = { personId, cause: 'checkin', ref: day, now }
    await grant(tx, { ...gift, asset: 'message', amount: messageNum, key: `checkin:message:${personId}:${day}` })
    await grant(tx, { ...gift, asset: 'coin', amount: coinNum, key: `checkin:coin:${personId}:${day}` })
    await saveTimeZone(tx, person, timeZone, now)
    const wallet = await loadWallet(tx, person.id, now)
    return { message_num: messageNum, coin_num: coinNum, streak_day: streakDay, wallet }
  })
}

/** Whether the check-in is offered: not under 18 (A5), not for a day after a crisis message (C3). */
export function isCheckinOffered(person: Pick<Person, 'ageState' | 'lastCrisisAt'>, now: Date): boolean {
  return !isMinor(person.ageState) && canShowOffers(person.lastCrisisAt, now)
}

/**
 * Passes for a person who may check in now.
 * @throws AppError AgeNotOpen under 18 or before the age is known (A3, A5), NotAllowed while rewards are paused (C3).
 */
export function assertCanCheckin(person: Pick<Person, 'ageState' | 'lastCrisisAt'>, now: Date): void {
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!canShowOffers(person.lastCrisisAt, now)) throw new AppError('NotAllowed', { reason: 'rests' }, 'checkinRests')
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
}
