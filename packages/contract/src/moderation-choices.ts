/** What moderators decide with, in display order. Separate from the schemas, for the client. */
export const DECISIONS = ['keep', 'hide', 'remove', 'change', 'suspend', 'restore', 'uphold'] as const

export type DecisionAction = (typeof DECISIONS)[number]

/** The reasons for a decision; the author and those who reported the item read them. */
export const DECISION_REASONS = [
  'no_breach',
  'minor_safety',
  'self_harm',
  'sexual',
  'violence',
  'hate',
  'harassment',
  'real_person',
  'spam',
  'wrong_rating',
  'other',
] as const

export type DecisionReason = (typeof DECISION_REASONS)[number]

/** Why an operator looks at the lines around a reported message; written to the audit log. */
export const VIEW_REASONS = ['report', 'author', 'appeal', 'safety'] as const

/** Where a text was stopped. */
export const STOP_PLACES = ['message', 'card', 'picture', 'other'] as const

export type StopPlace = (typeof STOP_PLACES)[number]
