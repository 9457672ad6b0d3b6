import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'
import { OPERATOR_ROLES } from '../operator-roles.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'
import { SUSPENSION_REASONS } from '../suspension-reasons.ts'

const Someone = z.object({ id: Id, nickname: z.string() })

const Chain = z.object({
  entries: z.int(),
  checked_at: Timestamp.nullable().describe('end of the last check of the whole log'),
  intact_to: z.int().describe('the last entry that the check found unchanged'),
  broken_seq: z.int().nullable().describe('the first entry that it found changed'),
})

const AuditEntry = z
  .object({
    seq: z.int(),
    at: Timestamp,
    actor: Someone.nullable().describe('null for the server, and for someone who was erased'),
    actor_alias: z.string().nullable().describe('stands for the actor in the log; null for the server'),
    action: z.string(),
    target_type: z.string(),
    target_id: z.string().nullable().describe('of a person who was erased, the alias'),
    target_name: z.string().nullable().describe('of a person'),
    reason: z.string().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })

const AuditQuery = z.object({
  actor_id: Id.optional(),
  action: z.string().max(64).optional(),
  target_type: z.string().max(64).optional(),
  target_id: z.string().max(128).optional(),
  from: z.iso.date().optional().describe('the first day, UTC'),
  to: z.iso.date().optional().describe('the last day, UTC'),
})

/** Roles, suspensions and the audit log. */
export const operators = {
  roles: operation({
    method: 'GET',
    path: '/api/desk/roles',
    summary: 'The people with an operator role. Owners named in the settings are listed once they have an account.',
    access: 'operator',
    roles: ['moderator', 'support', 'read_only'],
    data: z.array(
      Someone.extend({
        role: z.enum(OPERATOR_ROLES),
        by_settings: z.boolean().describe('named by the settings: cannot be changed here'),
      }),
    ),
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  setRole: operation({
    method: 'POST',
    path: '/api/desk/role',
    summary:
      'Gives a person an operator role, or takes it (null). Needs a fresh sign-in. Not for oneself, nor for owners named in the settings.',
    access: 'operator',
    body: z.object({ person_id: Id, role: z.enum(OPERATOR_ROLES).nullable() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  suspend: operation({
    method: 'POST',
    path: '/api/desk/suspend',
    summary: 'Suspends a person. Only owners may suspend someone with a role, and nobody themselves.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({ person_id: Id, reason: z.enum(SUSPENSION_REASONS) }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  restore: operation({
    method: 'POST',
    path: '/api/desk/restore',
    summary: 'Ends the suspension of a person.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({ person_id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  auditLog: operation({
    method: 'GET',
    path: '/api/desk/audit',
    summary: 'What operators did, newest first, and whether the log is unchanged.',
    access: 'operator',
    roles: ['moderator', 'support', 'read_only'],
    query: PageQuery.extend(AuditQuery.shape),
    data: pageOf(AuditEntry).extend({ chain: Chain, actions: z.array(z.string()).describe('all that occur') }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  exportAudit: operation({
    method: 'GET',
    path: '/api/desk/audit/export',
    summary: 'The audit log as CSV, with the same filters.',
    access: 'operator',
    roles: ['read_only'],
    query: AuditQuery,
    file: 'text/csv; charset=utf-8',
    data: z.unknown(),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  checkAudit: operation({
    method: 'POST',
    path: '/api/desk/audit/check',
    summary: 'Checks the whole audit log now.',
    access: 'operator',
    data: Chain,
    errors: ['NotSignedIn', 'NotAllowed', 'TooManyRequests'],
  }),
} as const
