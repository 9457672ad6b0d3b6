import type { Transaction } from '../../../platform/db/database.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { isMember, type Person } from '../../accounts/module.ts'
import { charge } from '../../wallet/module.ts'
import type { ChatServices } from '../services.ts'

/** The price of a turn in messages. Members pay nothing, and nobody pays for the demo voice. */
export function messagePriceFor(
  { settings, model }: Pick<ChatServices, 'settings' | 'model'>,
  person: Person,
  now: Date,
): number {
  return model.kind === 'demo' || isMember(person, now) ? 0 : settings.messagePrice
}

/**
 * Charges a turn, in messages. Returns the key of the transfer, by which it is refunded, or null when nothing was
 * charged.
 * @throws AppError NoMessagesLeft, TooManyRequests (fair use).
 */
export async function chargeMessage(
  services: ChatServices,
  tx: Transaction,
  person: Person,
  turn: { key: string; cause: string; ref: string; now: Date },
): Promise<string | null> {
  const amount = messagePriceFor(services, person, turn.now)
  if (amount === 0) return null
  await charge(tx, { personId: person.id, asset: 'message', amount, ...turn })
  return turn.key
}

/** Texts that a person writes and changes: also what no character answers is stored. */
const TEXTS_PER_MINUTE = { max: 120, windowMs: MINUTE_MS }
const TEXTS_PER_DAY = { max: 5_000, windowMs: DAY_MS }

/** Limits the messages that a person stores or edits, answered or not. @throws AppError TooManyRequests. */
export async function consumeWrittenText({ limiter }: Pick<ChatServices, 'limiter'>, personId: string): Promise<void> {
  await limiter.consume(`texts-minute:${personId}`, TEXTS_PER_MINUTE)
  await limiter.consume(`texts:${personId}`, TEXTS_PER_DAY)
}

/** Limits a person's model requests per day, including members. */
export async function consumeFairUse(services: ChatServices, personId: string): Promise<void> {
  await services.limiter.consume(`turns:${personId}`, {
    max: services.settings.fairUseMessagesPerDay,
    windowMs: DAY_MS,
  })
  await services.limiter.consume(`turns-minute:${personId}`, { max: 60, windowMs: MINUTE_MS })
}
