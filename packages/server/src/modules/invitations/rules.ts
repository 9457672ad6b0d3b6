/**
 * What invitations promise.
 *
 * - A link lives 24 hours by the server's clock and brings one gift, to whoever takes it first (WAL-12, WAL-13). Its
 *   code has 128 random bits; what is unknown, malformed and withdrawn answers alike.
 * - The gift is for an account that is less than a day old, once per account, mailbox and browser (WAL-14). Whoever
 *   gets none is told one of two reasons and is signed in all the same.
 * - At most five gifts of a day go to one network and twenty come from one inviter. What comes on top is held: it is
 *   given once the account is a day old and has been talked from on two days, while the day still has room (WAL-15).
 * - The inviter is thanked once per invitation, when the invitee is a day old, has sent five messages on two days, and
 *   still shares neither browser nor mailbox with them (WAL-16).
 */

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const INVITATION_LIFE_MS = 24 * HOUR_MS
/** Less than what the friend gets, and worth a week's check-ins: a thank-you, not a trade. */
export const INVITER_REWARD = { coin_num: 10, message_num: 20 } as const

/** A day's invitations of one person: more than a day's gifts, since not every friend comes. */
export const MAX_INVITATIONS_PER_DAY = 50
export const MAX_GIFTS_PER_DAY = { network: 5, inviter: 20 } as const
export const MAX_INVITER_REWARDS = { day: 20, ever: 100 } as const

/** What shows that someone has come to stay. */
export const REQUIRED_ACTIVITY = { messages: 5, days: 2 } as const

/** How long what waits is looked at again, and how often. */
export const CLAIM_DELAY_MS = 30 * DAY_MS
export const CHECK_INTERVAL_MS = HOUR_MS

/** How long an invitation that nobody took is listed, and a taken one remembers mailbox, browser and network. */
export const RETENTION_MS = { unclaimed: 30 * DAY_MS, marks: 90 * DAY_MS } as const
