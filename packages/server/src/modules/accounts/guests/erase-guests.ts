import type { Transaction } from '../../../platform/db/database.ts'
import type { AfterErasure } from '../../../platform/personal-data.ts'
import { isMinor, moveReports } from '../../safety/module.ts'
import { erasePersonRows } from '../deletion/delete-account.ts'
import { lockPersonRow, type Person } from '../person.ts'
import { selectGuestsBefore, updateLastCrisis } from '../person-store.ts'
import type { AccountServices } from '../services.ts'
import { GUEST_LIFETIME_MS } from '../sessions/sessions.ts'

const BATCH_SIZE = 100

type Services = Pick<AccountServices, 'database' | 'modules' | 'live' | 'log' | 'clock'>

/**
 * Makes a guest's chats, and the reports of their messages, those of the account that signs in, and erases the guest.
 * Nothing is moved to someone under 18 on a site for adults (A5). A crisis of the guest counts for the account, so that
 * no offers are shown (C3). Does nothing if another sign-in has already claimed the guest.
 */
export async function claimGuest(
  services: Pick<AccountServices, 'modules' | 'guestChats' | 'settings'>,
  tx: Transaction,
  { guestId, person, now }: { guestId: string; person: Person; now: Date },
): Promise<AfterErasure[]> {
  if (!(await lockPersonRow(tx, person.id))) return []
  const guest = await lockPersonRow(tx, guestId)
  if (!guest || guest.guestMessagesLeft === null) return []
  const isRefused = isMinor(guest.ageState) || (isMinor(person.ageState) && services.settings.audience === 'adults')
  const moved = isRefused ? null : await services.guestChats.move(tx, { fromId: guestId, toId: person.id })
  if (moved) await moveReports(tx, { fromId: guestId, toId: person.id })
  if (guest.lastCrisisAt) await updateLastCrisis(tx, person.id, guest.lastCrisisAt)
  const erased = await erasePersonRows(services, tx, guest, now)
  return moved ? [moved, ...erased] : erased
}

/** Runs what is left to do after guests were erased, and closes their sockets. Never throws. */
export async function finishErasure(
  services: Pick<AccountServices, 'live' | 'log'>,
  guestId: string,
  after: readonly AfterErasure[],
): Promise<void> {
  services.live.closePerson(guestId)
  for (const then of after)
    await then().catch((error: unknown) => services.log.warn({ error }, 'clean-up after a guest failed'))
}

/** Erases a guest with all their chats; does nothing for an account. */
export async function eraseGuest(services: Services, guestId: string): Promise<void> {
  const after = await services.database.transaction(async (tx) => {
    const guest = await lockPersonRow(tx, guestId)
    return guest?.guestMessagesLeft == null ? null : erasePersonRows(services, tx, guest, services.clock.now())
  })
  if (after) await finishErasure(services, guestId, after)
}

/**
 * Erases the guests whose day is over. Run as a recurring job. A restored backup brings them back until its next run,
 * so they are not in the erasure journal.
 */
export async function purgeGuests(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - GUEST_LIFETIME_MS)
  for (;;) {
    const old = await selectGuestsBefore(services.database, before, BATCH_SIZE)
    for (const { id } of old) await eraseGuest(services, id)
    if (old.length < BATCH_SIZE) return
  }
}
