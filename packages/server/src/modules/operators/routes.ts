import type { ApiData } from '@everkin/contract/api-types.ts'
import type { operators } from '@everkin/contract/http/operators.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { csvFile } from '../../platform/csv.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import { assertFreshSignIn, isOwnerBySettings, operatorRoleOf } from '../accounts/module.ts'
import type { AuditDetails } from './audit/audit-chain.ts'
import { type AuditFilter, type NamedAuditRow, selectActions, selectEntries } from './audit/audit-store.ts'
import { recordAudit } from './audit/record-audit.ts'
import { type ChainState, checkAuditChain, loadChainState } from './audit/verify-audit.ts'
import { type OperatorServices, restorePerson, setRole, suspendPerson } from './operate-on-person.ts'
import { selectOperators } from './operator-store.ts'

const CHECK_LIMIT = { max: 5, windowMs: MINUTE_MS }
const EXPORT_PAGE_SIZE = 500

/** The HTTP handlers of this module. */
export function operatorHandlers(
  services: OperatorServices & { log: Log; limiter: RateLimiter },
): Handlers<typeof operators> {
  const { database, clock, settings } = services
  return {
    roles: async () => {
      const people = await selectOperators(database, settings)
      return people.flatMap((person) => {
        const role = operatorRoleOf(person, settings)
        const { id, nickname } = person
        return role ? [{ id, nickname, role, by_settings: isOwnerBySettings(person, settings) }] : []
      })
    },
    setRole: async ({ body }, caller) => {
      await assertFreshSignIn(database, caller.identity, clock.now())
      await setRole(services, { personId: body.person_id, role: body.role, actor: caller.identity })
      return {}
    },
    suspend: async ({ body: { person_id: personId, reason } }, { identity: actor }) => {
      await database.transaction((tx) => suspendPerson(services, tx, { personId, reason, actor }))
      return {}
    },
    restore: async ({ body: { person_id: personId } }, { identity: actor }) => {
      await database.transaction((tx) => restorePerson(services, tx, { personId, actor }))
      return {}
    },
    auditLog: async ({ query }) => {
      const { cursor, limit } = query
      const rows = await selectEntries(database, filterOf(query), seqOf(cursor), limit + 1)
      const list = rows.slice(0, limit)
      return {
        list: list.map(entryView),
        next_cursor: rows.length > limit ? String(list.at(-1)?.seq) : null,
        chain: chainView(await loadChainState(database)),
        actions: await selectActions(database),
      }
    },
    exportAudit: async ({ query }, { identity }) => {
      const now = clock.now()
      await database.transaction((tx) =>
        recordAudit(tx, {
          actorId: identity.personId,
          action: 'audit.exported',
          targetType: 'audit',
          targetId: null,
          now,
        }),
      )
      const pieces = csvFile(CSV_HEADER, csvRows(database, filterOf(query)))
      return { name: `audit-${now.toISOString().slice(0, 10)}.csv`, pieces }
    },
    checkAudit: async (_input, { identity }) => {
      await services.limiter.consume(`audit-check:${identity.personId}`, CHECK_LIMIT)
      await checkAuditChain(database, clock.now(), services.log)
      return chainView(await loadChainState(database))
    },
  }
}

type AuditQuery = Partial<Record<'actor_id' | 'action' | 'target_type' | 'target_id' | 'from' | 'to', string>>

function filterOf(query: { [Key in keyof AuditQuery]: string | undefined }): AuditFilter {
  return {
    actorId: query.actor_id,
    action: query.action,
    targetType: query.target_type,
    targetId: query.target_id,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(Date.parse(query.to) + DAY_MS),
  }
}

function seqOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalidInput('cursor')
  return Number(cursor)
}

function entryView(row: NamedAuditRow): ApiData<'GET /api/desk/audit'>['list'][number] {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    actor: row.actorId === null ? null : { id: row.actorId, nickname: row.actorName ?? '' },
    actor_alias: row.actor,
    action: row.action,
    target_type: row.targetType,
    target_id: row.targetPersonId ?? row.targetId,
    target_name: row.targetName,
    reason: row.reason,
    details: JSON.parse(row.details) as AuditDetails, // written by recordAudit
    hash: row.hash,
  }
}

function chainView({ entries, checkedAt, intactTo, brokenSeq }: ChainState): ApiData<'POST /api/desk/audit/check'> {
  return { entries, checked_at: checkedAt?.toISOString() ?? null, intact_to: intactTo, broken_seq: brokenSeq }
}

const CSV_HEADER = ['seq', 'at', 'actor', 'actor_name', 'action', 'target_type', 'target', 'reason', 'details', 'hash']

/** Newest first. People are named by their alias, which is what the hash covers, and the actor by name too. */
async function* csvRows(db: Queryable, filter: AuditFilter) {
  for (let before: number | null = null; ; ) {
    const rows: NamedAuditRow[] = await selectEntries(db, filter, before, EXPORT_PAGE_SIZE)
    for (const { seq, at, actor, actorName, action, targetType, targetId, reason, details, hash } of rows)
      yield [seq, at.toISOString(), actor, actorName, action, targetType, targetId, reason, details, hash]
    before = rows.at(-1)?.seq ?? null
    if (rows.length < EXPORT_PAGE_SIZE || before === null) return
  }
}
