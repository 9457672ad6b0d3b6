import type { guests } from '@everkin/contract/http/guests.ts'
import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import { GUEST_TOKEN_PREFIX } from '../../../platform/http/request-metadata.ts'
import { newId } from '../../../platform/ids.ts'
import { isKnownMinor, saveMinorFlag } from '../age/minor-flag.ts'
import { loadPerson, type Person, personFromRow } from '../person.ts'
import { insertGuest } from '../person-store.ts'
import type { AccountServices } from '../services.ts'
import { ensureDevice } from '../sessions/device.ts'
import { openSession } from '../sessions/open-session.ts'
import { clearSessionCookies, setGuestCookies } from '../sessions/session-cookies.ts'
import { GUEST_LIFETIME_MS } from '../sessions/sessions.ts'
import { eraseGuest } from './erase-guests.ts'

/** The guests of one network and of one browser; a household or a school shares a network. */
const GUESTS_PER_NETWORK_HOUR = { max: 10, windowMs: HOUR_MS }
const GUESTS_PER_NETWORK_DAY = { max: 30, windowMs: DAY_MS }
const GUESTS_PER_DEVICE_DAY = { max: 3, windowMs: DAY_MS }

/** The HTTP handlers for guests. */
export function guestHandlers(services: AccountServices): Handlers<typeof guests> {
  return {
    start: ({ body }, caller) => startGuest(services, body.adult, caller),
    info: async (_input, caller) => {
      const guest = caller.guest && (await loadPerson(services.database, caller.guest.personId))
      return { guest: guest && guestView(services, guest) }
    },
  }
}

/**
 * Makes a visitor who says that they are an adult a guest: a person without an address, with a session of a day and a
 * number of replies. While the browser's guest is open, it is returned again, so that nobody gets more replies by
 * asking twice. “Under 18” ends an open guest and is remembered for this browser (A4).
 * @throws AppError NotAllowed for someone who is signed in, and where guests are off; AgeNotOpen; TooManyRequests.
 */
async function startGuest(services: AccountServices, isAdult: boolean, caller: Caller) {
  const { settings, database, clock, limiter } = services
  if (settings.guestMessages === 0 || caller.identity) throw new AppError('NotAllowed')
  const deviceHash = await ensureDevice(services, database, caller)
  if (!isAdult) await rememberMinor(services, caller, deviceHash)
  if (!isAdult || (await isKnownMinor(services, caller))) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  const known = caller.guest && (await loadPerson(database, caller.guest.personId))
  if (known) return guestView(services, known)
  if (deviceHash) await limiter.consume(`guests-device:${deviceHash.toString('hex')}`, GUESTS_PER_DEVICE_DAY)
  await limiter.consume(`guests-hour:${caller.network}`, GUESTS_PER_NETWORK_HOUR)
  await limiter.consume(`guests-day:${caller.network}`, GUESTS_PER_NETWORK_DAY)
  const now = clock.now()
  const { locale: lang, timeZone, userAgent } = caller
  const { guest, session } = await database.transaction(async (tx) => {
    const { guestMessages: messages } = settings
    const guest = onlyRow(await insertGuest(tx, { id: newId(now), lang, timeZone, messages, now }))
    if (!guest) throw new AppError('Internal')
    // Without the browser's id: a guest must not end the session of an account.
    const session = await openSession(tx, guest, {
      deviceHash: null,
      userAgent,
      now,
      tokenPrefix: GUEST_TOKEN_PREFIX,
    })
    return { guest: personFromRow(guest), session }
  })
  if (caller.isBrowser) {
    clearSessionCookies(caller) // of a session that has ended
    setGuestCookies(caller, session)
  }
  return {
    ...guestView(services, guest),
    ...(caller.isBrowser ? {} : { token: session.token, secret: session.secret }),
  }
}

async function rememberMinor(services: AccountServices, caller: Caller, deviceHash: Buffer | null): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction((tx) => saveMinorFlag(services.appSecret, tx, { email: null, deviceHash }, now))
  if (caller.guest) await eraseGuest(services, caller.guest.personId)
}

function guestView({ settings }: Pick<AccountServices, 'settings'>, guest: Person) {
  const left = settings.guestMessages === 0 ? 0 : (guest.guestMessagesLeft ?? 0)
  return {
    id: guest.id,
    messages_left: left,
    messages: Math.max(left, settings.guestMessages),
    expires_at: new Date(guest.createdAt.getTime() + GUEST_LIFETIME_MS).toISOString(),
  }
}

/**
 * Takes one of a guest's replies, in the transaction that stores their message.
 * @throws AppError NotSignedIn when none is left.
 */
export async function chargeGuest(tx: Transaction, personId: string): Promise<void> {
  const rows = await tx.query(
    `update person set guest_messages_left = guest_messages_left - 1
     where id = $1 and guest_messages_left > 0 returning id`,
    [personId],
  )
  if (rows.length === 0) throw new AppError('NotSignedIn')
}

/** Gives a guest back the reply that failed; does nothing for an account. */
export async function refundGuest(db: Queryable, personId: string): Promise<void> {
  await db.query(
    `update person set guest_messages_left = guest_messages_left + 1
     where id = $1 and guest_messages_left is not null`,
    [personId],
  )
}
