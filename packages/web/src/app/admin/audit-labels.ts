import type { ApiData } from '@everkin/contract/api-types.ts'
import type { TextFunction } from '../../i18n/page-translator.ts'
import type { TextKey } from '../../i18n/text-key.ts'

export type AuditEntry = ApiData<'GET /api/desk/audit'>['list'][number]

/** Actions with a text of their own; the name of any other is shown as it is. */
const ACTIONS: Record<string, TextKey> = {
  'person.suspended': 'desk.audit.actions.person_suspended',
  'person.restored': 'desk.audit.actions.person_restored',
  'person.viewed': 'desk.audit.actions.person_viewed',
  'person.age_asked': 'desk.audit.actions.person_age_asked',
  'person.under_18_ended': 'desk.audit.actions.person_under_18_ended',
  'person.signed_out': 'desk.audit.actions.person_signed_out',
  'role.given': 'desk.audit.actions.role_given',
  'role.taken': 'desk.audit.actions.role_taken',
  'wallet.granted': 'desk.audit.actions.wallet_granted',
  'data.export_offered': 'desk.audit.actions.data_export_offered',
  'data.deletion_granted': 'desk.audit.actions.data_deletion_granted',
  'order.refunded': 'desk-orders.actions.order_refunded',
  'order.accepted': 'desk-orders.actions.order_accepted',
  'order.returned': 'desk-orders.actions.order_returned',
  'order.paid_outside': 'desk-orders.actions.order_paid_outside',
  'order.forgiven': 'desk-orders.actions.order_forgiven',
  'product.created': 'desk-orders.actions.product_created',
  'product.changed': 'desk-orders.actions.product_changed',
  'rewards.changed': 'desk-orders.actions.rewards_changed',
  'invitations.changed': 'desk-orders.actions.invitations_changed',
  'jobs.retried': 'desk-orders.actions.jobs_retried',
  'audit.exported': 'desk.audit.actions.audit_exported',
  'case.decided': 'moderation.audit.decided',
  'case.reopened': 'moderation.audit.reopened',
  'item.decided': 'moderation.audit.itemDecided',
  'item.restored': 'moderation.audit.itemRestored',
  'chat.read': 'moderation.audit.read',
  'text.read': 'moderation.audit.readText',
  'quarantine.confirmed': 'moderation.audit.quarantineConfirmed',
  'quarantine.seen': 'moderation.audit.quarantineSeen',
  'quarantine.expired': 'moderation.audit.quarantineExpired',
  'card.featured': 'moderation.audit.featured',
  'card.unfeatured': 'moderation.audit.unfeatured',
  keep: 'moderation.decide.keep',
  hide: 'moderation.decide.hide',
  remove: 'moderation.decide.remove',
  change: 'moderation.decide.change',
  suspend: 'moderation.decide.suspend',
  restore: 'moderation.decide.restore',
  uphold: 'moderation.decide.uphold',
  auto_hide: 'moderation.decide.auto_hide',
  stop: 'moderation.decide.stop',
  upheld: 'moderation.decide.uphold',
  restored: 'moderation.decide.restore',
  undecided: 'moderation.figures.open',
}

/** What these words need, for the loaders of pages that show them. */
export const AUDIT_TEXTS = [
  'desk.audit',
  'desk-orders.actions',
  'desk-orders.reasons',
  'desk.person.grantReasons',
  'desk.person.under18Reasons',
  'suspension.reasons',
  'moderation.audit',
  'moderation.decide',
  'moderation.reasons',
  'moderation.look.reasons',
  'moderation.figures.open',
  'safety.report.reasons.self_harm',
]

export function actionLabel(action: string, text: TextFunction): string {
  const key = ACTIONS[action]
  return key ? text(key) : action
}

const REASONS: Record<string, TextKey> = {
  minor_safety: 'suspension.reasons.minor_safety',
  under_age: 'suspension.reasons.under_age',
  sexual: 'suspension.reasons.sexual',
  violence: 'suspension.reasons.violence',
  hate: 'suspension.reasons.hate',
  harassment: 'suspension.reasons.harassment',
  real_person: 'suspension.reasons.real_person',
  spam: 'suspension.reasons.spam',
  fraud: 'suspension.reasons.fraud',
  evasion: 'suspension.reasons.evasion',
  other: 'suspension.reasons.other',
  self_harm: 'safety.report.reasons.self_harm',
  no_breach: 'moderation.reasons.no_breach',
  wrong_rating: 'moderation.reasons.wrong_rating',
  report: 'moderation.look.reasons.report',
  author: 'moderation.look.reasons.author',
  appeal: 'moderation.look.reasons.appeal',
  safety: 'moderation.look.reasons.safety',
  outage: 'desk.person.grantReasons.outage',
  lost_message: 'desk.person.grantReasons.lost_message',
  payment_problem: 'desk.person.grantReasons.payment_problem',
  goodwill: 'desk.person.grantReasons.goodwill',
  mistake: 'desk.person.under18Reasons.mistake',
  now_adult: 'desk.person.under18Reasons.now_adult',
  somebody_else: 'desk.person.under18Reasons.somebody_else',
  request: 'desk-orders.reasons.request',
  not_delivered: 'desk-orders.reasons.not_delivered',
  duplicate: 'desk-orders.reasons.duplicate',
  checked: 'desk-orders.reasons.checked',
  contest: 'desk.person.grantReasons.contest',
  correction: 'desk.person.grantReasons.correction',
}

/** The text of a reason from one of our lists; any other is shown as it is. */
export function reasonLabel(reason: string, text: TextFunction): string {
  const key = REASONS[reason]
  return key ? text(key) : reason
}

/** Facts of an entry as `name: value`; the ids of suspensions are of no use to a reader. */
export function detailText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([name]) => name !== 'suspension')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
}
