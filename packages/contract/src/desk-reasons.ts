/** Why an operator grants something, in display order. Separate from the schemas, for the client. */
export const GRANT_REASONS = ['outage', 'lost_message', 'payment_problem', 'goodwill', 'contest', 'correction'] as const

/** What an operator can grant. */
export const GRANT_ASSETS = ['coin', 'message', 'member_day'] as const

/** Why support ends an “Under 18” that someone chose. */
export const UNDER_18_END_REASONS = ['mistake', 'now_adult', 'somebody_else'] as const

/** The largest amount of a single grant. */
export const MAX_GRANT = { coin: 10_000, message: 10_000, member_day: 366 } as const

/** Why an operator refunds or decides an order. */
export const ORDER_REASONS = ['request', 'not_delivered', 'duplicate', 'fraud', 'goodwill', 'checked', 'other'] as const

/** Which orders the desk lists. */
export const ORDER_FILTERS = ['decide', 'open', 'fulfilled', 'refunded', 'disputed', 'over'] as const
