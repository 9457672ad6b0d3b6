import { z } from 'zod'
import { User } from '../entities/people.ts'
import { Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'

/** Age checks at the operator's OpenID Connect provider. */
export const ageCheck = {
  info: operation({
    method: 'GET',
    path: '/api/account/ageCheck',
    summary: 'Whether the site checks ages, and what the last check of the person found.',
    access: 'person',
    data: z.object({
      provider: z.string().nullable().describe('its name; null where the operator has none'),
      result: z.enum(['adult', 'under_18']).nullable().describe('null: not checked'),
      checked_at: Timestamp.nullable(),
      needed: z.boolean().describe('adult content asks for a check where the person is'),
    }),
    errors: ['NotSignedIn'],
  }),
  start: operation({
    method: 'POST',
    path: '/api/account/startAgeCheck',
    summary: 'Begins a check; the browser goes to the URL, and comes back to /age-check with a code and the state.',
    access: 'person',
    body: z.object({}),
    data: z.object({ url: z.url() }),
    errors: ['InvalidInput', 'NotSignedIn', 'NotAllowed', 'TooManyRequests', 'Unavailable'],
  }),
  finish: operation({
    method: 'POST',
    path: '/api/account/finishAgeCheck',
    summary: 'Reads the result of a check that this session began. Works once.',
    access: 'person',
    body: z.object({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(4_096),
      iss: z.string().max(500).optional().describe('as the provider sent it'),
    }),
    data: User,
    errors: [
      'InvalidInput',
      'NotSignedIn',
      'NotAllowed',
      'IdentityNotValid',
      'TooManyRequests',
      'Unavailable',
      'AgeNotOpen',
    ],
  }),
} as const
