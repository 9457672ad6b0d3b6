import { OPERATORS, type OperationRow, outcomes, repeated } from './test-authorization-outcomes.ts'

const operators = (outcome: OperationRow['expected']['operator']) =>
  outcomes('NotSignedIn', 'NotAllowed', outcome, ...repeated('NotAllowed', 4))

const LOOKING: OperationRow['roles'] = ['support', 'read_only']

/** The rows of what operators do with orders, products, rewards and the server. */
export const MONEY_ROWS: Readonly<Record<string, OperationRow>> = {
  'deskOrders.orders': { ask: () => ({}), expected: OPERATORS, roles: LOOKING },
  'deskOrders.order': {
    ask: (on) => ({ query: { order_id: on.paidOrderId } }),
    expected: OPERATORS,
    roles: LOOKING,
  },
  'deskOrders.refundOrder': {
    ask: (on, key) => ({
      body: { order_id: on.orderId, part: 'all', reason: 'request', seen_refunded: 0, idempotency_key: key },
    }),
    expected: operators('Conflict'),
    roles: ['support'],
  },
  'deskOrders.markPaidOutside': {
    ask: (on) => ({ body: { order_id: on.orderId, seen_failed_refund: 1 } }),
    expected: OPERATORS,
    roles: ['support'],
  },
  'deskOrders.resolveOrder': {
    ask: (on) => ({ body: { order_id: on.orderId, resolution: 'accept', reason: 'checked' } }),
    expected: OPERATORS,
    roles: ['support'],
  },
  'deskProducts.products': { ask: () => ({}), expected: OPERATORS, roles: LOOKING },
  'deskProducts.saveProduct': {
    ask: () => ({
      body: {
        id: 'coins-100',
        kind: 'coins',
        name: { en: '100 coins' },
        badge: null,
        amount: 199,
        currency: 'USD',
        content: 100,
        position: 3,
        active: true,
        revision: 900,
      },
    }),
    expected: operators('Conflict'),
  },
  'deskRewards.checkinRewards': { ask: () => ({}), expected: OPERATORS, roles: LOOKING },
  'deskRewards.saveCheckinRewards': {
    ask: () => ({ body: { value: null, revision: 900 } }),
    expected: operators('Conflict'),
  },
  'deskInvitations.invitationRules': { ask: () => ({}), expected: OPERATORS, roles: LOOKING },
  'deskInvitations.saveInvitationRules': {
    ask: () => ({ body: { value: null, revision: 900 } }),
    expected: operators('Conflict'),
  },
  'deskCampaigns.campaigns': { ask: () => ({}), expected: OPERATORS, roles: ['read_only'] },
  'deskCampaigns.campaignsFile': { ask: () => ({}), expected: OPERATORS, roles: ['read_only'] },
  'deskStatus.status': { ask: () => ({}), expected: OPERATORS, roles: ['moderator', 'support', 'read_only'] },
  'deskStatus.retryJobs': { ask: () => ({ body: { kind: 'nothing' } }), expected: OPERATORS },
}
