import { readUse, saveUse } from '../accounts/use-clock.ts'
import { nextAiNotice } from '../safety/ai-notice.ts'
import type { Turn } from './read-turn.ts'
import { aiReminder } from './safety-notices.ts'
import type { ChatServices } from './services.ts'

/**
 * Keeps the clock of continued use and sends the reminder that the partner is an AI when it is due (H1): at the first
 * chat of a day the page shows it by itself; after each three hours every device is told.
 */
export async function noteTalk(services: ChatServices, turn: Turn): Promise<void> {
  const now = services.clock.now()
  const stored = await readUse(services.database, turn.person.id)
  const before =
    stored.since && stored.lastAt
      ? {
          usedSinceMs: stored.since.getTime(),
          lastActiveMs: stored.lastAt.getTime(),
          lastNoticeMs: stored.lastNoticeAt?.getTime() ?? null,
        }
      : null
  const { notice, clock } = nextAiNotice(before, now.getTime(), {
    isMinor: turn.person.ageState.startsWith('minor'),
    dayOf: (instantMs) => dayIn(turn.person.timeZone, instantMs),
  })
  await saveUse(services.database, turn.person.id, {
    since: new Date(clock.usedSinceMs),
    lastAt: new Date(clock.lastActiveMs),
    lastNoticeAt: clock.lastNoticeMs === null ? null : new Date(clock.lastNoticeMs),
  })
  if (notice === 'ai_reminder') services.live.toPerson(turn.person.id, aiReminder(services, turn.locale, turn.chat.id))
}

function dayIn(timeZone: string | null, instantMs: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC' }).format(instantMs)
}
