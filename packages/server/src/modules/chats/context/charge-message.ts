import type { ErrorData } from '@everkin/contract/error-data.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { chargeGuest, type Person } from '../../accounts/module.ts'
import { type ModelEntry, messagePriceOf } from '../../models/module.ts'
import { assertCanPay, charge } from '../../wallet/module.ts'
import type { ChatServices } from '../services.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findByClientId } from '../store/message-store.ts'

/**
 * Charges a turn the price of its model, in messages. Returns the key of the transfer, which a refund needs, or null if
 * nothing was charged. A guest pays with one of their replies.
 * @throws AppError NoMessagesLeft, TooManyRequests (fair use); NotSignedIn for a guest without replies.
 */
export async function chargeMessage(
  services: ChatServices,
  tx: Transaction,
  person: Person,
  { entry, ...turn }: { entry: ModelEntry; key: string; cause: string; ref: string; now: Date },
): Promise<string | null> {
  if (person.guestMessagesLeft !== null) {
    await chargeGuest(tx, person.id)
    return null
  }
  const amount = messagePriceOf(services, person, entry)
  if (amount === 0) return null
  await charge(tx, { personId: person.id, asset: 'message', amount, ...turn })
  return turn.key
}

/** How often a guest may ask, per reply that they have: a reply that failed is given back. */
const TRIES_PER_GUEST_MESSAGE = 3

async function assertGuestCanRequestReply(
  { settings, limiter }: Pick<ChatServices, 'settings' | 'limiter'>,
  { id, guestMessagesLeft }: Person,
): Promise<void> {
  if (settings.guestMessages === 0 || guestMessagesLeft === 0) throw new AppError('NotSignedIn')
  const max = TRIES_PER_GUEST_MESSAGE * settings.guestMessages
  await limiter.consume(`guest-turns:${id}`, { max, windowMs: DAY_MS })
}

/** Texts that a person writes and edits. Those that no character answers count too, since they are stored. */
const TEXTS_PER_MINUTE = { max: 120, windowMs: MINUTE_MS }
const TEXTS_PER_DAY = { max: 5_000, windowMs: DAY_MS }

/** Limits the messages that a person stores or edits, answered or not. @throws AppError TooManyRequests. */
export async function consumeWrittenText({ limiter }: Pick<ChatServices, 'limiter'>, personId: string): Promise<void> {
  await limiter.consume(`texts-minute:${personId}`, TEXTS_PER_MINUTE)
  await limiter.consume(`texts:${personId}`, TEXTS_PER_DAY)
}

/**
 * Limits a person's model requests per day, including members, and the tokens of the day.
 * @throws AppError TooManyRequests, TokenBudgetSpent.
 */
export async function consumeFairUse(services: ChatServices, personId: string): Promise<void> {
  await services.usage.assertBudget(personId)
  const perDay = { max: services.settings.fairUseMessagesPerDay, windowMs: DAY_MS }
  await services.limiter.consume(`turns:${personId}`, perDay).catch((error: unknown) => {
    if (!(error instanceof AppError && error.errorName === 'TooManyRequests')) throw error
    throw new AppError('TooManyRequests', error.facts as ErrorData<'TooManyRequests'>, 'fairUse') // of this name
  })
  await services.limiter.consume(`turns-minute:${personId}`, { max: 60, windowMs: MINUTE_MS })
}

/**
 * Refuses a turn that could not be paid, before the model is asked. The charge itself checks again.
 * @throws AppError NoMessagesLeft, NotAllowed (a frozen account); NotSignedIn for a guest without replies.
 */
export async function assertCanPayTurn(
  services: Pick<ChatServices, 'recentTurns' | 'database' | 'settings' | 'clock' | 'limiter'>,
  person: Person,
  entry: ModelEntry,
): Promise<void> {
  const { recentTurns, database, clock } = services
  if (person.guestMessagesLeft !== null) return assertGuestCanRequestReply(services, person)
  const now = clock.now()
  const amount = messagePriceOf(services, person, entry)
  if (amount === 0 || (recentTurns.balanceOf(person.id) ?? 0) >= amount) return
  await assertCanPay(database, { personId: person.id, asset: 'message', amount, now })
}

/** The message that this person has sent under this client id before, as far as this process knows; else null. */
export async function findRepeatedMessage(
  { recentTurns, database }: Pick<ChatServices, 'recentTurns' | 'database'>,
  personId: string,
  clientId: string,
): Promise<MessageRow | null> {
  return recentTurns.wasSent(personId, clientId) ? findByClientId(database, personId, clientId) : null
}
