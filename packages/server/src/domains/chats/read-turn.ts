import type { Locale } from '@everkin/contract/locales.ts'
import { checkChatAccess } from '../../modules/safety/visibility-policy.ts'
import { AppError } from '../../platform/app-error.ts'
import { loadPerson, type Person } from '../accounts/person.ts'
import { findChat } from './chat-store.ts'
import { readyFor } from './groups/cast.ts'
import { maySee, refuseClosed } from './groups/may-meet.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/**
 * Reads what a turn needs and checks that it may happen; age is asked of the database every time, so that a change
 * counts at once (AZ-03).
 * @throws AppError NotSignedIn, AgeNotOpen, NotFound.
 */
export async function readTurn(services: ChatServices, personId: string, chatId: string): Promise<Turn> {
  const [person, chat] = await Promise.all([
    loadPerson(services.database, personId),
    findChat(services.database, chatId, personId),
  ])
  if (!person) throw new AppError('NotSignedIn')
  refuseByAge(services, person)
  if (!chat) throw new AppError('NotFound')
  const locale = chat.locale as Locale // written from a Locale
  const ready = await readyFor(services, chat, locale)
  if (!ready || !maySee(services, person, ready)) throw new AppError('NotFound')
  refuseClosed(person, ready)
  return { person, chat, ready, locale }
}

/** A3 and A5: nobody chats before the age is known, or under 18 where only adults are served. */
export function refuseByAge(services: Pick<ChatServices, 'settings' | 'clock'>, person: Person): void {
  // Making a formatter is slow, and only a minor's hour matters.
  const localHour = person.ageState.startsWith('minor') ? hourIn(person.timeZone, services.clock.now()) : 12
  const verdict = checkChatAccess({ ageState: person.ageState, localHour }, services.settings.audience)
  if (!verdict.allowed) throw new AppError('AgeNotOpen', { reason: verdict.reason })
}

function hourIn(timeZone: string | null, now: Date): number {
  const hour = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    hourCycle: 'h23',
    timeZone: timeZone ?? 'UTC',
  }).format(now)
  return Number(hour)
}
