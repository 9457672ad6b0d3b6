import { z } from 'zod'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const Endpoint = z.url().max(1_000).describe('The endpoint URL that the browser’s push service gave this device')

export const notifications = {
  pushInfo: operation({
    method: 'GET',
    path: '/api/user/push',
    summary: 'What a browser needs to subscribe to push, and the settings of this session’s device.',
    access: 'person',
    data: z.object({
      public_key: z.string().describe('VAPID key, base64url'),
      replies: z.boolean(),
      proactive_messages: z.boolean().describe('at most once a day, a character may write first'),
    }),
    errors: ['NotSignedIn'],
  }),
  savePush: operation({
    method: 'POST',
    path: '/api/user/savePush',
    summary: 'Sets the notifications of this session’s device. They end with the session.',
    access: 'person',
    body: z.object({
      endpoint: Endpoint,
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{86,88}=?$/),
        auth: z.string().regex(/^[\w-]{21,24}={0,2}$/),
      }),
      replies: z.boolean(),
      proactive_messages: z.boolean(),
    }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'AgeNotOpen'],
  }),
  deletePush: operation({
    method: 'POST',
    path: '/api/user/deletePush',
    summary: 'Unsubscribes the device of this session.',
    access: 'person',
    data: EmptyData,
    errors: ['NotSignedIn'],
  }),
} as const
