import { AppError } from '../../platform/app-error.ts'
import { sendProactiveMessage } from '../chats/module.ts'
import { canShowOffers } from '../safety/module.ts'
import { canSendProactiveMessage, MAX_IDLE_MS, MIN_IDLE_MS, PROACTIVE_INTERVAL_MS } from './rules.ts'
import type { NotificationServices } from './services.ts'
import { claimProactiveMessage, listProactiveCandidates, type ProactiveCandidate } from './store.ts'

/** The maximum number of messages per run; the others are in the next. */
const BATCH_SIZE = 20
/** How many candidates are read at once. Most of them have an unanswered message, or it is night where they are. */
const PAGE_SIZE = 200

/**
 * Sends the proactive messages that are due for people who want them (see `rules.ts`). Each is claimed in the database
 * first, so that several processes send it only once. If a process dies in between, nothing is sent that day.
 */
export async function sendProactiveMessages(services: NotificationServices): Promise<void> {
  const now = services.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  let afterId: string | null = ''
  let remaining = BATCH_SIZE
  while (afterId !== null && remaining > 0) {
    const page: Awaited<ReturnType<typeof listProactiveCandidates>> = await listProactiveCandidates(services.database, {
      quietSince: before(MIN_IDLE_MS),
      activeSince: before(MAX_IDLE_MS),
      lastSentBefore: before(PROACTIVE_INTERVAL_MS),
      afterId,
      limit: PAGE_SIZE,
    })
    const due = page.candidates.filter((candidate) => isDue(candidate, now)).slice(0, remaining)
    for (const candidate of due) await sendTo(services, candidate, now)
    remaining -= due.length
    afterId = page.lastId
  }
}

function isDue(candidate: ProactiveCandidate, now: Date): boolean {
  return canSendProactiveMessage({
    ...candidate,
    now,
    localHour: hourIn(candidate.timeZone, now),
    isAfterCrisis: !canShowOffers(candidate.lastCrisisAt, now),
  })
}

async function sendTo(services: NotificationServices, candidate: ProactiveCandidate, now: Date): Promise<void> {
  const { personId, chatId } = candidate
  const lastSentBefore = new Date(now.getTime() - PROACTIVE_INTERVAL_MS)
  if (!(await claimProactiveMessage(services.database, personId, chatId, now, lastSentBefore))) return
  try {
    await sendProactiveMessage(services.chats, personId, chatId)
  } catch (error) {
    // The chat or the card is gone, or the person may not chat any more: send nothing.
    if (!(error instanceof AppError)) throw error
  }
}

function hourIn(timeZone: string | null, now: Date): number {
  const options = { hour: '2-digit', hourCycle: 'h23', timeZone: timeZone ?? 'UTC' } as const
  return Number(new Intl.DateTimeFormat('en-GB', options).format(now))
}
