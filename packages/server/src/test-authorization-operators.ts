import { OPERATORS, type OperationRow, outcomes, repeated } from './test-authorization-outcomes.ts'

const NOT_FOUND_FOR_OPERATORS = outcomes('NotSignedIn', 'NotAllowed', 'NotFound', ...repeated('NotAllowed', 4))
const NOBODY = { person_id: 'nobody' }

/** The rows of what operators do with people, roles and the audit log. */
export const OPERATOR_ROWS: Readonly<Record<string, OperationRow>> = {
  'operators.roles': {
    ask: () => ({}),
    expected: OPERATORS,
    roles: ['moderator', 'support', 'read_only'],
  },
  'operators.setRole': {
    ask: () => ({ body: { ...NOBODY, role: 'support' } }),
    expected: NOT_FOUND_FOR_OPERATORS,
  },
  'operators.suspend': {
    ask: () => ({ body: { ...NOBODY, reason: 'spam' } }),
    expected: NOT_FOUND_FOR_OPERATORS,
    roles: ['moderator'],
  },
  'operators.restore': { ask: () => ({ body: NOBODY }), expected: NOT_FOUND_FOR_OPERATORS, roles: ['moderator'] },
  'operators.auditLog': {
    ask: () => ({}),
    expected: OPERATORS,
    roles: ['moderator', 'support', 'read_only'],
  },
  'operators.exportAudit': { ask: () => ({}), expected: OPERATORS, roles: ['read_only'] },
  'operators.checkAudit': { ask: () => ({}), expected: OPERATORS },
  'peopleDesk.find': {
    ask: () => ({ body: { q: 'nobody@example.org' } }),
    expected: OPERATORS,
    roles: ['moderator', 'support'],
  },
  'peopleDesk.person': {
    ask: () => ({ query: { id: 'nobody' } }),
    expected: NOT_FOUND_FOR_OPERATORS,
    roles: ['moderator', 'support'],
  },
  'peopleDesk.grant': {
    ask: (_on, key) => ({ body: { ...NOBODY, asset: 'coin', amount: 1, reason: 'outage', idempotency_key: key } }),
    expected: NOT_FOUND_FOR_OPERATORS,
    roles: ['support'],
  },
  'peopleDesk.signOut': {
    ask: () => ({ body: NOBODY }),
    expected: NOT_FOUND_FOR_OPERATORS,
    roles: ['moderator', 'support'],
  },
  'peopleDesk.askAge': { ask: () => ({ body: NOBODY }), expected: NOT_FOUND_FOR_OPERATORS, roles: ['support'] },
  'peopleDesk.endUnder18': {
    ask: () => ({ body: { ...NOBODY, reason: 'mistake' } }),
    expected: NOT_FOUND_FOR_OPERATORS,
    roles: ['support'],
  },
  'peopleDesk.offerExport': { ask: () => ({ body: NOBODY }), expected: NOT_FOUND_FOR_OPERATORS, roles: ['support'] },
  'peopleDesk.erase': {
    ask: () => ({ body: { ...NOBODY, nickname: 'Mara' } }),
    expected: NOT_FOUND_FOR_OPERATORS,
    roles: ['support'],
  },
  'figures.yearly': { ask: () => ({}), expected: OPERATORS, roles: ['moderator', 'support', 'read_only'] },
  'figures.exportYearly': { ask: () => ({}), expected: OPERATORS, roles: ['moderator', 'support', 'read_only'] },
}
