import { operators } from '@everkin/contract/http/operators.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { auditMetrics, checkAuditChain } from './audit/verify-audit.ts'
import { operatorHandlers } from './routes.ts'

export { wasRecordedSince } from './audit/audit-store.ts'
export { type AuditRecord, recordAudit } from './audit/record-audit.ts'
export {
  type Actor,
  lockForOperator,
  restorePerson,
  suspendPerson,
} from './operate-on-person.ts'

/**
 * Roles, suspensions and the audit log. Later modules record here what operators do in them.
 *
 * Guarantees of this module:
 * - Nobody acts on themselves, and only owners on people with a role. Giving and taking a role needs a fresh sign-in and
 *   counts at once (AUTH-18).
 * - A suspension ends sessions and sockets at once (AZ-03). The person learns that by mail, unless it is lifted within a
 *   minute, and can still export and delete their data.
 * - An action and its audit entry are one transaction.
 * - The audit log is a chain of hashes that the database lets nobody change, delete or empty. It is checked once a day, and
 *   what was changed behind its back is reported.
 * - The log has ids, numbers and short names: no sentences and no addresses. People are in it under an alias that goes with
 *   their account.
 */
export function createOperatorsModule(core: ServerCore): ServerModule {
  const { database, clock, log } = core
  return {
    name: 'operators',
    operations: bindHandlers(operators, operatorHandlers(core)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'check-audit-log',
        everyMs: DAY_MS,
        timeoutMs: HOUR_MS,
        run: async () => void (await checkAuditChain(database, clock.now(), log)),
      },
    ],
    personalData: {
      tables: {
        audit_alias: {
          erasure: 'deleted',
          notExported: 'the random name that stands for the person in the log of what operators did',
        },
        audit_entry: {
          erasure: 'anonymized',
          notExported: 'the log of what operators did, about their work; suspensions are exported on their own',
        },
        audit_head: { erasure: 'impersonal', notExported: 'the number and hash of the last entry of that log' },
        audit_check: { erasure: 'impersonal', notExported: 'what the last check of that log found' },
      },
      exportParts: [],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: () => auditMetrics(database),
    lifecycle: {},
  }
}
