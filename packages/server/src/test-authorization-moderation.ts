import { OPERATORS, type OperationRow, outcomes, repeated, SIGNED_IN } from './test-authorization-outcomes.ts'

const NOT_FOUND_FOR_MODERATORS = outcomes('NotSignedIn', 'NotAllowed', 'NotFound', ...repeated('NotAllowed', 4))
const NOBODYS = { case_id: 'no-such-case' }

/** The rows of the moderation queue, and of what authors and reporters learn of it. */
export const MODERATION_ROWS: Readonly<Record<string, OperationRow>> = {
  'moderation.queue': { ask: () => ({}), expected: OPERATORS, roles: ['moderator', 'read_only'] },
  'moderation.case': {
    ask: () => ({ query: { id: 'no-such-case' } }),
    expected: NOT_FOUND_FOR_MODERATORS,
    roles: ['moderator', 'read_only'],
  },
  'moderation.look': {
    ask: () => ({ body: { ...NOBODYS, reason: 'report' } }),
    expected: NOT_FOUND_FOR_MODERATORS,
    roles: ['moderator'],
  },
  'moderation.decide': {
    ask: () => ({ body: { ...NOBODYS, action: 'keep', reason: 'no_breach' } }),
    expected: NOT_FOUND_FOR_MODERATORS,
    roles: ['moderator'],
  },
  'moderation.undo': {
    ask: () => ({ body: { decision_id: 'no-such-decision' } }),
    expected: NOT_FOUND_FOR_MODERATORS,
    roles: ['moderator'],
  },
  'moderation.items': {
    ask: () => ({ query: { type: 'card', q: 'no such card' } }),
    expected: OPERATORS,
    roles: ['moderator', 'read_only'],
  },
  'moderation.decideItem': {
    ask: () => ({ body: { target_type: 'card', target_id: 'no-such-card', action: 'hide', reason: 'spam' } }),
    expected: NOT_FOUND_FOR_MODERATORS,
    roles: ['moderator'],
  },
  'moderation.feature': {
    ask: () => ({ body: { card_id: 'no-such-card', on: true } }),
    expected: NOT_FOUND_FOR_MODERATORS,
    roles: ['moderator'],
  },
  'moderation.notices': { ask: () => ({}), expected: SIGNED_IN, suspended: 'yes' },
  'moderation.readNotices': { ask: () => ({}), expected: SIGNED_IN, suspended: 'yes' },
  'moderation.appealStop': {
    ask: () => ({ body: { place: 'message', text: 'Good evening.', note: 'It is a greeting.' } }),
    expected: outcomes('NotSignedIn', ...repeated('Conflict', 6)),
  },
  'moderation.appeal': {
    ask: () => ({ body: { decision_id: 'no-such-decision', text: 'It is a story.' } }),
    expected: outcomes('NotSignedIn', ...repeated('NotFound', 6)),
    suspended: 'NotFound',
  },
}
