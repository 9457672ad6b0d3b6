import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

/**
 * The promises of invitations.
 *
 * - A link is valid for 24 hours by the server's clock and gives one gift, to the first person who claims it (WAL-12,
 *   WAL-13). Its code has 128 random bits; unknown, malformed and withdrawn codes get the same answer.
 * - The gift is for an account less than a day old, once per account, mailbox and browser (WAL-14). A refused claim
 *   gets one of two reasons, and the person is signed in all the same.
 * - At most five gifts a day go to one network and twenty come from one inviter. Further gifts are held: they are
 *   granted once the account is a day old and has chatted on two days, while the daily limits allow it (WAL-15).
 * - The inviter is rewarded once per invitation, when the invitee is a day old, has sent five messages on two days,
 *   and still shares neither browser nor mailbox with the inviter (WAL-16).
 */

/** The gift itself is `INVITATION_GIFT` in the contract's `limits.ts`, since pages show it. */
export const INVITATION_LIFE_MS = 24 * HOUR_MS
/** Less than the friend's gift, and worth a week's check-ins: a thank-you, not a trade. */
export const INVITER_REWARD = { coin_num: 10, message_num: 20 } as const

/** Invitations a person may create per day; more than the gifts per day, since not every friend joins. */
export const MAX_INVITATIONS_PER_DAY = 50
export const MAX_GIFTS_PER_DAY = { network: 5, inviter: 20 } as const
export const MAX_INVITER_REWARDS = { day: 20, ever: 100 } as const

/** The activity that shows that a new account is in real use. */
export const REQUIRED_ACTIVITY = { messages: 5, days: 2 } as const

/** How long a pending claim is rechecked, and how often. */
export const CLAIM_DELAY_MS = 30 * DAY_MS
export const CHECK_INTERVAL_MS = HOUR_MS

/**
 * How long an unclaimed invitation is listed, and how long a claimed one keeps hashes of mailbox, browser and network.
 */
export const RETENTION_MS = { unclaimed: 30 * DAY_MS, marks: 90 * DAY_MS } as const
