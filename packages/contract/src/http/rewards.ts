import { z } from 'zod'
import { CheckinDay, Wallet } from '../entities/people.ts'
import { Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'

export const rewards = {
  checkinStatus: operation({
    method: 'POST',
    path: '/api/user/getCheckinStatus',
    summary: 'The seven days of the person’s own calendar week, Monday first.',
    access: 'person',
    data: z.array(CheckinDay).length(7),
    errors: ['NotSignedIn', 'AgeNotOpen', 'NotAllowed'],
  }),
  checkinDue: operation({
    method: 'GET',
    path: '/api/user/checkinDue',
    summary: 'Whether the daily check-in is offered to the person, and when the next one counts.',
    access: 'person',
    data: z.object({
      offered: z.boolean().describe('false under 18, and for a day after a crisis message'),
      due: z.boolean(),
      next_at: Timestamp.nullable().describe('null while one is due'),
    }),
    errors: ['NotSignedIn'],
  }),
  checkin: operation({
    method: 'POST',
    path: '/api/user/checkin',
    summary: 'Checks in for the person’s own day: messages for everyone, coins for members. A second one is 1004.',
    access: 'person',
    body: z.object({
      time_zone: z.string().optional().describe('IANA name; takes precedence over the header'),
    }),
    data: z.object({ message_num: z.int(), coin_num: z.int(), streak_day: z.int(), wallet: Wallet }),
    errors: ['NotSignedIn', 'InvalidInput', 'Conflict', 'AgeNotOpen', 'NotAllowed'],
  }),
} as const
