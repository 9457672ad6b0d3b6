import {
  type GRANT_ASSETS,
  type GRANT_REASONS,
  MAX_GRANT,
  type UNDER_18_END_REASONS,
} from '@everkin/contract/desk-reasons.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Identity } from '../../../platform/http/caller.ts'
import {
  bumpUserRev,
  clearMinorSignal,
  deleteAccount,
  endAllSessions,
  endDeclaredUnder18,
  enqueueNotice,
  forgetDevices,
  type Person,
  setMemberUntil,
} from '../../accounts/module.ts'
import { type AuditRecord, lockForOperator, recordAudit } from '../../operators/module.ts'
import { grant, walletChanged } from '../../wallet/module.ts'
import type { DeskServices } from '../services.ts'
import { insertGrant, isSameGrant } from './people-store.ts'

interface Grant {
  personId: string
  asset: (typeof GRANT_ASSETS)[number]
  amount: number
  reason: (typeof GRANT_REASONS)[number]
  key: string
}

/**
 * Gives a person coins, messages or days of membership, once per operator and key, through the ledger.
 * @throws AppError NotFound, NotAllowed; InvalidInput for more than `MAX_GRANT`; Conflict for a key that gave something
 * else.
 */
export async function grantToPerson(services: DeskServices, given: Grant, actor: Identity): Promise<void> {
  const { personId, asset, amount, reason } = given
  if (amount > MAX_GRANT[asset]) throw invalidInput('amount', `at most ${MAX_GRANT[asset]}`)
  const key = `${actor.personId}:${given.key}`
  await act(services, personId, actor, async (tx, person, now) => {
    if ((await insertGrant(tx, { ...given, key, now })).length === 0) {
      if (await isSameGrant(tx, { ...given, key })) return null
      throw new AppError('Conflict')
    }
    if (asset === 'member_day') {
      await setMemberUntil(tx, personId, memberUntilAfter(person, amount, now))
      await bumpUserRev(tx, personId)
      tx.afterCommit(walletChanged(personId))
    } else
      await grant(tx, {
        personId,
        asset,
        amount,
        key: `operator_grant:${key}`,
        cause: 'operator_grant',
        ref: null,
        now,
      })
    return { action: 'wallet.granted', reason, details: { asset, amount } }
  })
}

/** Days are added to a membership that is still running. */
function memberUntilAfter({ memberUntilSeconds }: Person, days: number, now: Date): number {
  const from = Math.max(memberUntilSeconds * 1000, now.getTime())
  return Math.floor((from + days * DAY_MS) / 1000)
}

/** Signs a person out everywhere, and forgets their devices. Returns how many sessions ended. */
export async function signOutPerson(services: DeskServices, personId: string, actor: Identity): Promise<number> {
  let ended = 0
  await act(services, personId, actor, async (tx) => {
    ended = await endAllSessions(services, tx, personId)
    await forgetDevices(tx, personId)
    return { action: 'person.signed_out', details: { sessions: ended } }
  })
  return ended
}

/**
 * Asks a person for their age again, where words that may have been misread are all that says they are under 18 (A6). An
 * answer of their own, or an age check, is never undone in this way.
 * @throws AppError NotFound, NotAllowed; Conflict for anybody else.
 */
export async function resetAgeOfPerson(services: DeskServices, personId: string, actor: Identity): Promise<void> {
  await act(services, personId, actor, async (tx, person) => {
    if (!(await clearMinorSignal(tx, person))) throw new AppError('Conflict')
    return { action: 'person.age_asked' }
  })
}

/**
 * Ends “Under 18” for a person who chose it (A4), and asks for their age again. The result of an age check is never
 * undone.
 * @throws AppError NotFound, NotAllowed; Conflict for anybody else.
 */
export async function endUnder18OfPerson(
  services: DeskServices,
  { personId, reason }: { personId: string; reason: (typeof UNDER_18_END_REASONS)[number] },
  actor: Identity,
): Promise<void> {
  await act(services, personId, actor, async (tx, person) => {
    if (!(await endDeclaredUnder18(services.accounts, tx, person))) throw new AppError('Conflict')
    return { action: 'person.under_18_ended', reason }
  })
}

/**
 * Tells a person by mail where to download their data: in their own account, so that nobody else gets the copy.
 * @throws AppError NotFound, NotAllowed; Conflict for an account without an address.
 */
export async function offerExport(services: DeskServices, personId: string, actor: Identity): Promise<void> {
  await act(services, personId, actor, async (tx, person) => {
    if (person.email === null) throw new AppError('Conflict')
    await enqueueNotice(services.accounts, tx, { kind: 'exportOffered', person, userAgent: '' })
    return { action: 'data.export_offered' }
  })
}

/**
 * Deletes an account at the person's request, in the way they could themselves. What was asked is recorded before it is
 * done, because afterwards nothing of the person is left.
 * @throws AppError NotFound, NotAllowed; Conflict when the nickname is not theirs.
 */
export async function erasePerson(
  services: DeskServices,
  { personId, nickname }: { personId: string; nickname: string },
  actor: Identity,
): Promise<void> {
  await act(services, personId, actor, async (_tx, person) => {
    if (person.nickname !== nickname) throw new AppError('Conflict')
    return { action: 'data.deletion_granted' }
  })
  await deleteAccount(services.accounts, personId)
}

/** Runs an action on a person whose row is locked, and records it; null: there was nothing left to do. */
async function act(
  services: DeskServices,
  personId: string,
  actor: Identity,
  run: (
    tx: Transaction,
    person: Person,
    now: Date,
  ) => Promise<Pick<AuditRecord, 'action' | 'reason' | 'details'> | null>,
): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    const person = await lockForOperator(services, tx, personId, actor)
    const done = await run(tx, person, now)
    if (done) await recordAudit(tx, { actorId: actor.personId, targetType: 'person', targetId: personId, now, ...done })
  })
}
