import { InvitationRules } from '@everkin/contract/http/desk-products.ts'
import type { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { createStoredSetting } from '../../platform/stored-setting.ts'

/**
 * Guarantees of this module:
 * - A link is valid for 24 hours by the server's clock and gives one gift, to the first person who claims it (WAL-12,
 *   WAL-13). Its code has 128 random bits; unknown, malformed and withdrawn codes get the same answer.
 * - The gift is for an account less than a day old, once per account, mailbox and browser (WAL-14). A refused claim
 *   gets one of two reasons, and the person is signed in all the same.
 * - At most five gifts a day go to one network and twenty come from one inviter, unless the operator has changed these
 *   numbers. Further gifts are held: they are granted once the account is a day old and has chatted on two days, while
 *   the daily limits allow it (WAL-15).
 * - The inviter is rewarded once per invitation, when the invitee is a day old, has sent five messages on two days,
 *   and still shares neither browser nor mailbox with the inviter (WAL-16).
 */

export const INVITATION_LIFETIME_MS = 24 * HOUR_MS

/**
 * What operators may change. A link keeps the gift with which it was created.
 *
 * By default the inviter's reward is less than the friend's gift, and worth a week's check-ins, so that
 * inviting is not a way to earn. People may create more invitations than there are gifts per day, since not every friend joins.
 */
export const invitationRules = createStoredSetting<z.infer<typeof InvitationRules>>('invitations', InvitationRules, {
  gift: { coins: 30, messages: 50 },
  inviter_reward: { coins: 10, messages: 20 },
  gifts_per_day: { network: 5, inviter: 20 },
  inviter_rewards: { day: 20, ever: 100 },
  invitations_per_day: 50,
})

export interface Gift {
  coins: number
  messages: number
}

/** An amount as it is on the wire. */
export function giftView({ coins, messages }: Gift): { coin_num: number; message_num: number } {
  return { coin_num: coins, message_num: messages }
}

/** The activity that shows that a new account is in real use. */
export const REQUIRED_ACTIVITY = { messages: 5, days: 2 } as const

/** How long after its claim an invitation is checked for what is still to be granted, and how often. */
export const CLAIM_CHECK_PERIOD_MS = 30 * DAY_MS
export const CHECK_INTERVAL_MS = HOUR_MS

/**
 * How long an unclaimed invitation is listed, and how long a claimed one keeps hashes of mailbox, browser and network.
 */
export const RETENTION_MS = { unclaimed: 30 * DAY_MS, hashes: 90 * DAY_MS } as const
