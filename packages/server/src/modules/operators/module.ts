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

/** Roles, suspensions and the audit log. Later modules record here what operators do in them. */
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
