import type { SuspensionReason } from '@everkin/contract/suspension-reasons.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { RealtimePublisher } from '../../../platform/realtime/publisher.ts'
import { lockPersonRow, type Person } from '../person.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { endSuspension, insertSuspension, type Suspension, updateSuspensionOf } from './suspension-store.ts'

type SuspensionServices = { live: Pick<RealtimePublisher, 'closePerson'> }

/**
 * Suspends a person: from the commit on, every session ends and every socket closes, on all processes. They can sign in
 * again, but everything that needs a sign-in refuses them, except what is open `whileSuspended`. What they published
 * stays as it is.
 * @throws AppError NotFound for someone unknown or a guest, Conflict for someone who is suspended already.
 */
export async function suspend(
  { live }: SuspensionServices,
  tx: Transaction,
  { personId, reason, now }: { personId: string; reason: SuspensionReason; now: Date },
): Promise<Suspension> {
  const person = await lockAccount(tx, personId)
  if (person.suspensionId !== null) throw new AppError('Conflict')
  const id = newId(now)
  await insertSuspension(tx, { id, personId, reason, now })
  await updateSuspensionOf(tx, personId, id)
  await endAllSessions({ live }, tx, personId)
  return { id, reason, suspendedAt: now, endedAt: null }
}

/**
 * Ends the suspension in force and returns it.
 * @throws AppError NotFound for someone unknown, Conflict for someone who is not suspended.
 */
export async function restore(
  tx: Transaction,
  { personId, now }: { personId: string; now: Date },
): Promise<{ suspensionId: string }> {
  const { suspensionId } = await lockAccount(tx, personId)
  if (suspensionId === null) throw new AppError('Conflict')
  await endSuspension(tx, suspensionId, now)
  await updateSuspensionOf(tx, personId, null)
  return { suspensionId }
}

/** Ends every session of a person; from the commit on, their sockets close on all processes. Returns how many ended. */
export async function endAllSessions({ live }: SuspensionServices, tx: Transaction, personId: string): Promise<number> {
  const ended = await deleteSessionsOf(tx, personId, null)
  tx.afterCommit(() => live.closePerson(personId))
  return ended.length
}

/** The account's row, locked. @throws AppError NotFound for someone unknown or a guest. */
export async function lockAccount(tx: Transaction, personId: string): Promise<Person> {
  const person = await lockPersonRow(tx, personId)
  if (!person || person.guestMessagesLeft !== null) throw new AppError('NotFound')
  return person
}
