import type { Locale } from '@everkin/contract/locales.ts'
import type { Message, ServerFrameOf } from '@everkin/contract/types.ts'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { dayIn } from '../../../platform/time-zone-days.ts'
import { claimBreakReminder, loadUsage, type StoredUsage, saveUsage } from '../../accounts/module.ts'
import { isMinor, nextAiNotice, type UsageClock } from '../../safety/module.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import type { ChatContext } from './chat-context.ts'

type Notice = ServerFrameOf<'safety.notice'>
type Words = Pick<ChatServices, 'texts'>

/** The notice that moderation stopped a reply, and that the reply cost nothing. */
export function blockedNotice(services: Words, locale: Locale, message: Message): Notice {
  return {
    type: 'safety.notice',
    kind: 'blocked',
    chat_id: message.chat_id,
    message_id: message.id,
    text: services.texts.translate(locale)('safety.blocked.reply'),
    help_lines: [],
    emergency: null,
  }
}

/**
 * H1: the reminder that the character is an AI and that no other human takes part; with a message, directly under it,
 * because that message claims to be human (H2).
 */
export function aiReminder(
  services: Words,
  locale: Locale,
  chatId: string,
  underMessageId: string | null = null,
): Notice {
  return {
    type: 'safety.notice',
    kind: 'ai_reminder',
    chat_id: chatId,
    message_id: underMessageId,
    text: services.texts.translate(locale)('safety.ai.reminder'),
    help_lines: [],
    emergency: null,
  }
}

/** The usage clock after a turn whose own statement has advanced it. */
type MovedClock = { since: Date; lastNoticeAt: Date | null }

/**
 * Records that a person has used a chat, and sends every device the reminders that are due: that the partner is an AI, and
 * to take a break (H1). `path`: the messages before what the person did. Never throws: the reply is already on its
 * way.
 */
export async function sendReminders(
  services: ChatServices,
  context: ChatContext,
  path: readonly Pick<PathEntry, 'role'>[],
  moved: MovedClock | null = null,
): Promise<void> {
  try {
    await sendAiReminder(services, context, path, moved)
    await sendBreakReminder(services, context)
  } catch (error) {
    services.log.error({ error }, 'a reminder could not be sent')
  }
}

/**
 * Sends the reminder that the partner is an AI at the first use of a day and after every three hours of continued use.
 * Not with the first message of a chat: the page says the same above it. `moved` null advances the usage clock here.
 */
async function sendAiReminder(
  services: ChatServices,
  context: ChatContext,
  path: readonly Pick<PathEntry, 'role'>[],
  moved: MovedClock | null,
): Promise<void> {
  const now = services.clock.now()
  const nowMs = now.getTime()
  const before = moved
    ? { usedSinceMs: moved.since.getTime(), lastActiveMs: nowMs, lastNoticeMs: moved.lastNoticeAt?.getTime() ?? null }
    : clockOf(await loadUsage(services.database, context.person.id))
  const { notice, clock } = nextAiNotice(before, nowMs, {
    isMinor: isMinor(context.person.ageState),
    dayOf: (instantMs) => cachedDayIn(context.person.timeZone ?? 'UTC', instantMs),
  })
  if (moved && !notice) return
  await saveUsage(services.database, context.person.id, {
    since: new Date(clock.usedSinceMs),
    lastAt: new Date(clock.lastActiveMs),
    lastNoticeAt: clock.lastNoticeMs === null ? null : new Date(clock.lastNoticeMs),
  })
  const isSaidAbove = notice === 'first_of_day' && !path.some(({ role }) => role === 'user')
  if (notice && !isSaidAbove)
    services.live.publishToPerson(context.person.id, aiReminder(services, context.forReader.locale, context.chat.id))
}

/**
 * Sends the reminder to take a break to every device of someone who wants it, after each hour of continued use;
 * minors always get it (H1, A8). Costs others nothing.
 */
async function sendBreakReminder(services: ChatServices, context: ChatContext): Promise<void> {
  const { person, chat, forReader } = context
  const isForced = isMinor(person.ageState)
  if (!person.breakReminder && !isForced) return
  if (!(await claimBreakReminder(services.database, person.id, services.clock.now(), isForced))) return
  services.live.publishToPerson(person.id, {
    type: 'safety.notice',
    kind: 'break',
    chat_id: chat.id,
    message_id: null,
    text: services.texts.translate(forReader.locale)('breaks.notice'),
    help_lines: [],
    emergency: null,
  })
}

function clockOf({ since, lastAt, lastNoticeAt }: StoredUsage): UsageClock | null {
  if (!since || !lastAt) return null
  return { usedSinceMs: since.getTime(), lastActiveMs: lastAt.getTime(), lastNoticeMs: lastNoticeAt?.getTime() ?? null }
}

/** By zone and minute, since every turn asks for the day of now and of an earlier moment. */
const days = new LRUCache<string, string>({ max: 5_000 })

function cachedDayIn(timeZone: string, instantMs: number): string {
  const key = `${timeZone} ${Math.floor(instantMs / MINUTE_MS)}`
  const known = days.get(key)
  if (known !== undefined) return known
  const day = dayIn(timeZone, new Date(instantMs))
  days.set(key, day)
  return day
}
