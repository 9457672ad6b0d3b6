import { z } from 'zod'
import { Id, Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'

const Guest = z
  .object({
    id: Id,
    messages_left: z.int().describe('replies that the guest may still ask for'),
    messages: z.int().describe('how many there were at the beginning'),
    expires_at: Timestamp.describe('when the guest and their chats are deleted'),
  })
  .meta({ id: 'Guest' })

/** Visitors who chat before they sign in. */
export const guests = {
  start: operation({
    method: 'POST',
    path: '/api/guest/start',
    summary:
      'Makes a visitor who says that they are an adult a guest, who may ask for a few replies; the same guest again while one is open. “Under 18” is remembered like that answer of a profile.',
    access: 'open',
    body: z.object({ adult: z.boolean() }),
    data: Guest.extend({
      token: z.string().optional().describe('for a client that keeps no cookies'),
      secret: z.string().optional().describe('for a client that keeps no cookies'),
    }),
    errors: ['InvalidInput', 'NotAllowed', 'AgeNotOpen', 'TooManyRequests'],
  }),
  info: operation({
    method: 'GET',
    path: '/api/guest/info',
    summary: 'The guest of this browser; null for everyone else.',
    access: 'open',
    data: z.object({ guest: Guest.nullable() }),
    errors: [],
  }),
} as const
