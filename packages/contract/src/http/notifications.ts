import { z } from 'zod'
import { operation } from '../operation.ts'
import { Nothing } from '../pagination.ts'

const Endpoint = z.url().max(1_000).describe('The address that the browser’s push service gave for this device')

export const notifications = {
  pushInfo: operation({
    method: 'GET',
    path: '/api/user/push',
    summary: 'What a browser needs to let this server wake it, and what the device of this session has switched on.',
    access: 'person',
    data: z.object({
      public_key: z.string().describe('VAPID key, base64url'),
      replies: z.boolean(),
      remarks: z.boolean().describe('once a day at most, a character may say something unasked'),
    }),
    errors: ['NotSignedIn'],
  }),
  savePush: operation({
    method: 'POST',
    path: '/api/user/savePush',
    summary: 'Switches what the device of this session is told of. It ends with the session.',
    access: 'person',
    body: z.object({
      endpoint: Endpoint,
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{86,88}=?$/),
        auth: z.string().regex(/^[\w-]{21,24}={0,2}$/),
      }),
      replies: z.boolean(),
      remarks: z.boolean(),
    }),
    data: Nothing,
    errors: ['NotSignedIn', 'InvalidInput', 'AgeNotOpen'],
  }),
  deletePush: operation({
    method: 'POST',
    path: '/api/user/deletePush',
    summary: 'Forgets the device of this session: it is told of nothing.',
    access: 'person',
    data: Nothing,
    errors: ['NotSignedIn'],
  }),
} as const
