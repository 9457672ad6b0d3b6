import { z } from 'zod'
import { GRANT_ASSETS, GRANT_REASONS, UNDER_18_END_REASONS } from '../desk-reasons.ts'
import { LedgerEntry, Order } from '../entities/billing.ts'
import { Wallet } from '../entities/people.ts'
import { Id, LocaleCode, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { OPERATOR_ROLES } from '../operator-roles.ts'
import { EmptyData } from '../pagination.ts'
import { SUSPENSION_REASONS } from '../suspension-reasons.ts'

const DeskPerson = z
  .object({
    id: Id,
    nickname: z.string(),
    email: z.string().nullable(),
    created_at: Timestamp,
    lang: LocaleCode,
    role: z.enum(OPERATOR_ROLES).nullable(),
    role_by_settings: z.boolean(),
    age_state: z.string(),
    adult_content: z.boolean(),
    member_until: Timestamp.nullable(),
    wallet: Wallet,
    wallet_frozen: z.boolean(),
    ledger: z.array(LedgerEntry).describe('the newest'),
    orders: z.array(Order).describe('the newest'),
    sessions: z.array(z.object({ device: z.string(), created_at: Timestamp, last_seen_at: Timestamp })),
    reports_by: z.int().describe('reports that they sent'),
    reports_about: z.int().describe('reports about them, their cards and groups'),
    open_reports_about: z.int(),
    suspensions: z.array(
      z.object({
        id: Id,
        reason: z.enum(SUSPENSION_REASONS),
        suspended_at: Timestamp,
        ended_at: Timestamp.nullable().describe('null while it is in force'),
      }),
    ),
    may_act: z.boolean().describe('whether the caller may change anything about them'),
  })
  .meta({ id: 'DeskPerson' })

const Target = z.object({ person_id: Id })

/** What support and moderators see of people, and do for them. Never chats. */
export const peopleDesk = {
  find: operation({
    method: 'POST',
    path: '/api/desk/people/find',
    summary:
      'Finds people by the beginning of their nickname, by id, or by their whole mail address. A POST, so that the address is in no URL.',
    access: 'operator',
    roles: ['moderator', 'support'],
    body: z.object({ q: z.string().min(1).max(LIMITS.emailLength) }),
    data: z.array(
      z.object({
        id: Id,
        nickname: z.string(),
        created_at: Timestamp,
        suspended: z.boolean(),
        role: z.enum(OPERATOR_ROLES).nullable(),
      }),
    ),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'TooManyRequests'],
  }),
  person: operation({
    method: 'GET',
    path: '/api/desk/people/person',
    summary: 'What support needs to know of a person; no chats. The look is recorded.',
    access: 'operator',
    roles: ['moderator', 'support'],
    query: z.object({ id: Id }),
    data: DeskPerson,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
  grant: operation({
    method: 'POST',
    path: '/api/desk/people/grant',
    summary: 'Gives a person coins, messages or days of membership, once per key.',
    access: 'operator',
    roles: ['support'],
    body: Target.extend({
      asset: z.enum(GRANT_ASSETS),
      amount: z.int().min(1),
      reason: z.enum(GRANT_REASONS),
      idempotency_key: z.string().min(1).max(64),
    }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  signOut: operation({
    method: 'POST',
    path: '/api/desk/people/signOut',
    summary: 'Signs a person out on all devices.',
    access: 'operator',
    roles: ['moderator', 'support'],
    body: Target,
    data: z.object({ ended: z.int() }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
  askAge: operation({
    method: 'POST',
    path: '/api/desk/people/askAge',
    summary:
      'Asks a person for their age again, where only something they wrote says that they are under 18; a conflict for anyone else.',
    access: 'operator',
    roles: ['support'],
    body: Target,
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  endUnder18: operation({
    method: 'POST',
    path: '/api/desk/people/endUnder18',
    summary:
      'Ends “Under 18” for someone who chose it, and asks for their age again; a conflict for anyone else, also after an age check.',
    access: 'operator',
    roles: ['support'],
    body: Target.extend({ reason: z.enum(UNDER_18_END_REASONS) }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  offerExport: operation({
    method: 'POST',
    path: '/api/desk/people/offerExport',
    summary:
      'Answers a request for a copy of someone’s data: a mail tells them where to download it in their own account. The operator never gets the copy.',
    access: 'operator',
    roles: ['support'],
    body: Target,
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  erase: operation({
    method: 'POST',
    path: '/api/desk/people/erase',
    summary:
      'Answers a request for deletion: deletes the account and everything in it, as the person could themselves.',
    access: 'operator',
    roles: ['support'],
    body: Target.extend({ nickname: z.string().describe('as shown, so that nobody is deleted by mistake') }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
} as const
