import { nextAiNotice, type UsageClock } from '../../modules/safety/ai-notice.ts'
import { readUse, type StoredUse, saveUse } from '../accounts/use-clock.ts'
import { aiReminder } from './safety-notices.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/**
 * Sends the reminder that the partner is an AI when it is due (H1): at the first chat of a day the page shows it by
 * itself; after each three hours of continued use every device is told. `moved` is the clock that the turn's own
 * statement has moved on; null moves it here.
 */
export async function noteTalk(
  services: ChatServices,
  turn: Turn,
  moved: { since: Date; lastNoticeAt: Date | null } | null,
): Promise<void> {
  const now = services.clock.now()
  const nowMs = now.getTime()
  const before = moved
    ? { usedSinceMs: moved.since.getTime(), lastActiveMs: nowMs, lastNoticeMs: moved.lastNoticeAt?.getTime() ?? null }
    : clockOf(await readUse(services.database, turn.person.id))
  const { notice, clock } = nextAiNotice(before, nowMs, {
    isMinor: turn.person.ageState.startsWith('minor'),
    dayOf: (instantMs) => dayIn(turn.person.timeZone, instantMs),
  })
  if (moved && !notice) return
  await saveUse(services.database, turn.person.id, {
    since: new Date(clock.usedSinceMs),
    lastAt: new Date(clock.lastActiveMs),
    lastNoticeAt: clock.lastNoticeMs === null ? null : new Date(clock.lastNoticeMs),
  })
  if (notice === 'ai_reminder')
    services.live.publishToPerson(turn.person.id, aiReminder(services, turn.locale, turn.chat.id))
}

function clockOf({ since, lastAt, lastNoticeAt }: StoredUse): UsageClock | null {
  if (!since || !lastAt) return null
  return { usedSinceMs: since.getTime(), lastActiveMs: lastAt.getTime(), lastNoticeMs: lastNoticeAt?.getTime() ?? null }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(timeZone: string | null, instantMs: number): string {
  const zone = timeZone ?? 'UTC'
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  formats.set(zone, format)
  return format.format(instantMs)
}
