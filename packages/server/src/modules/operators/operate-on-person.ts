import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import type { SuspensionReason } from '@everkin/contract/suspension-reasons.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/caller.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import {
  enqueueSuspensionNotice,
  isOwnerBySettings,
  lockAccount,
  operatorRoleOf,
  type Person,
  restore,
  suspend,
} from '../accounts/module.ts'
import { recordAudit } from './audit/record-audit.ts'

export interface OperatorServices {
  database: Database
  clock: Clock
  jobs: Pick<JobQueue, 'enqueue'>
  live: Pick<RealtimePublisher, 'closePerson'>
  settings: Pick<Settings, 'mode' | 'adminEmails'>
}

/** Who acts: an operator, or the server by a rule (null). */
export type Actor = Pick<Identity, 'personId' | 'role'> | null

/**
 * The account's row, locked, once it is clear that this operator may act on it: nobody acts on themselves, and only
 * owners on people with a role. So a moderator cannot suspend an owner, and support cannot enrich itself.
 * @throws AppError NotFound, NotAllowed.
 */
export async function lockForOperator(
  { settings }: Pick<OperatorServices, 'settings'>,
  tx: Transaction,
  personId: string,
  actor: Actor,
): Promise<Person> {
  const person = await lockAccount(tx, personId)
  if (actor === null) return person
  if (actor.personId === personId) throw new AppError('NotAllowed')
  if (actor.role !== 'owner' && operatorRoleOf(person, settings) !== null) throw new AppError('NotAllowed')
  return person
}

/**
 * Suspends a person inside a transaction that does more, such as deciding a report, records it, and tells them by mail.
 * @throws AppError NotFound, NotAllowed, Conflict for someone who is suspended already.
 */
export async function suspendPerson(
  services: OperatorServices,
  tx: Transaction,
  { personId, reason, actor }: { personId: string; reason: SuspensionReason; actor: Actor },
): Promise<{ suspensionId: string }> {
  const now = services.clock.now()
  const person = await lockForOperator(services, tx, personId, actor)
  const { id } = await suspend(services, tx, { personId, reason, now })
  await enqueueSuspensionNotice(services, tx, { kind: 'suspended', person, now })
  await recordAudit(tx, {
    actorId: actor?.personId ?? null,
    action: 'person.suspended',
    targetType: 'person',
    targetId: personId,
    reason,
    details: { suspension: id },
    now,
  })
  return { suspensionId: id }
}

/**
 * Ends the suspension of a person, records it, and tells them by mail.
 * @throws AppError NotFound, NotAllowed, Conflict for someone who is not suspended.
 */
export async function restorePerson(
  services: OperatorServices,
  tx: Transaction,
  { personId, actor }: { personId: string; actor: Actor },
): Promise<{ suspensionId: string }> {
  const now = services.clock.now()
  const person = await lockForOperator(services, tx, personId, actor)
  const { suspensionId } = await restore(tx, { personId, now })
  await enqueueSuspensionNotice(services, tx, { kind: 'restored', person, now })
  await recordAudit(tx, {
    actorId: actor?.personId ?? null,
    action: 'person.restored',
    targetType: 'person',
    targetId: personId,
    details: { suspension: suspensionId },
    now,
  })
  return { suspensionId }
}

/**
 * Gives a person a role, or takes it.
 * @throws AppError NotFound; NotAllowed for oneself and for owners named in the settings; Conflict for a suspended
 * person, or the role that they have.
 */
export async function setRole(
  services: OperatorServices,
  { personId, role, actor }: { personId: string; role: OperatorRole | null; actor: NonNullable<Actor> },
): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    const person = await lockForOperator(services, tx, personId, actor)
    if (isOwnerBySettings(person, services.settings)) throw new AppError('NotAllowed')
    if (person.operatorRole === role || (role !== null && person.suspensionId !== null)) throw new AppError('Conflict')
    await tx.query('update person set operator_role = $2, user_rev = user_rev + 1 where id = $1', [personId, role])
    await recordAudit(tx, {
      actorId: actor.personId,
      action: role === null ? 'role.taken' : 'role.given',
      targetType: 'person',
      targetId: personId,
      details: { role: role ?? person.operatorRole },
      now,
    })
  })
}
