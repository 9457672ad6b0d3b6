import { z } from 'zod'
import { SingleCard } from '../entities/cards.ts'
import { Id, Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'
import { PageQuery, pageOf } from '../pagination.ts'

/** A malformed code gets the same answer as an unknown one. */
const InviteCode = z.string().max(64)
const Amounts = z.object({ coin_num: z.int(), message_num: z.int() })
const InvitationState = z.enum(['open', 'expired', 'claimed'])

export const ClaimAnswer = z
  .object({
    gift: Amounts.nullable().describe('the granted gift'),
    gift_held: z.boolean().describe('the gift is held until the account is a day old and has chatted on two days'),
    gift_refused: z.union([z.literal(4001), z.literal(4002)]).nullable(),
  })
  .meta({ id: 'ClaimAnswer' })

export const invitations = {
  createInvitation: operation({
    method: 'POST',
    path: '/api/invitation/create',
    summary: 'Creates an invitation to a public character; its link gives one gift within 24 hours.',
    access: 'person',
    body: z.object({ card_id: Id }),
    data: z.object({
      code: z.string(),
      url: z.string(),
      expires_at: Timestamp,
      reach: z
        .enum(['device', 'network', 'everyone'])
        .describe('who can open the link: only the machine of the server, only its network, or everyone'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen', 'TooManyRequests'],
  }),
  invitationGift: operation({
    method: 'GET',
    path: '/api/invitation/gift',
    summary: 'What an invitation that is created now gives to the friend.',
    access: 'person',
    data: z.object({ gift: Amounts }),
    errors: ['NotSignedIn'],
  }),
  invitationInfo: operation({
    method: 'GET',
    path: '/api/invitation/info',
    summary: 'What an invitation link shows; 4001 for every invalid code, and for those of suspended people.',
    access: 'open',
    query: z.object({ code: InviteCode }),
    data: z.object({
      friend_name: z.string().describe('empty when moderation has hidden the profile'),
      friend_avatar: z.string().nullable(),
      friend_id: Id.nullable().describe('to report or block them; for signed-in people other than the inviter'),
      card: SingleCard.nullable().describe('null when it is no longer public'),
      gift: Amounts,
      expires_at: Timestamp,
      server_time: Timestamp.describe('for a countdown that does not depend on the reader’s clock'),
      state: InvitationState,
      reader: z
        .enum(['visitor', 'inviter', 'invitee', 'new', 'member'])
        .describe('the reader; `new` is signed in with an account less than a day old'),
    }),
    errors: ['InvalidInput', 'InvitationExpired', 'TooManyRequests'],
  }),
  claimInvitation: operation({
    method: 'POST',
    path: '/api/invitation/claim',
    summary:
      'Claims the gift for an account of the same day that signed in without the code; repeating it changes nothing.',
    access: 'person',
    body: z.object({ code: InviteCode }),
    data: ClaimAnswer,
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  listInvitations: operation({
    method: 'GET',
    path: '/api/invitation/list',
    summary: 'The person’s own invitations, newest first; never who claimed them.',
    access: 'person',
    query: PageQuery,
    data: pageOf(
      z.object({
        id: Id,
        card: z.object({ id: Id, name: z.string(), avatar: z.string().nullable() }).nullable(),
        created_at: Timestamp,
        expires_at: Timestamp,
        state: InvitationState,
        thanks: Amounts.nullable().describe('the inviter’s reward'),
      }),
    ),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
} as const
