import { AppError } from '../../platform/app-error.ts'
import { loadPerson } from '../accounts/person.ts'
import { speakUnasked } from '../chats/speak-unasked.ts'
import { offersAllowed } from '../safety/crisis-state.ts'
import { GONE_AFTER_MS, mayRemark, QUIET_FOR_MS, REMARK_EVERY_MS } from './rules.ts'
import type { NotificationServices } from './services.ts'
import { claimRemark, findRemarkCandidates, type RemarkCandidate } from './store.ts'

/** At most so many people in one round; the others are there in the next. */
const A_ROUND = 20

/**
 * Lets the characters speak whose readers want it and whose time has come (see `rules.ts`). Each is claimed in the
 * database first, so that several processes say one thing once; a process that dies in between says nothing that day.
 */
export async function sendRemarks(services: NotificationServices): Promise<void> {
  const now = services.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const candidates = await findRemarkCandidates(services.database, {
    quietSince: before(QUIET_FOR_MS),
    goneSince: before(GONE_AFTER_MS),
    remarkedBefore: before(REMARK_EVERY_MS),
    limit: A_ROUND,
  })
  for (const candidate of candidates) await remark(services, candidate, now)
}

async function remark(services: NotificationServices, candidate: RemarkCandidate, now: Date): Promise<void> {
  const { personId, chatId } = candidate
  const person = await loadPerson(services.database, personId)
  if (!person) return
  const facts = {
    ...candidate,
    now,
    localHour: hourIn(person.timeZone, now),
    isAfterCrisis: !offersAllowed(person.lastCrisisAt, now),
  }
  if (!mayRemark(facts)) return
  if (!(await claimRemark(services.database, personId, chatId, now, new Date(now.getTime() - REMARK_EVERY_MS)))) return
  try {
    await speakUnasked(services.chats, personId, chatId)
  } catch (error) {
    // The chat or the card has gone, or the person may not chat any more: then there is nothing to say.
    if (!(error instanceof AppError)) throw error
  }
}

function hourIn(timeZone: string | null, now: Date): number {
  const options = { hour: '2-digit', hourCycle: 'h23', timeZone: timeZone ?? 'UTC' } as const
  return Number(new Intl.DateTimeFormat('en-GB', options).format(now))
}
