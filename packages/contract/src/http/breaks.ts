import { z } from 'zod'
import { operation } from '../operation.ts'

const BreakReminder = z.object({ on: z.boolean().describe('off until the person turns it on') })

export const breaks = {
  read: operation({
    method: 'GET',
    path: '/api/user/breakReminder',
    summary: 'Whether the person is reminded to take a break after each hour of continued use.',
    access: 'person',
    data: BreakReminder,
    errors: ['NotSignedIn'],
  }),
  save: operation({
    method: 'POST',
    path: '/api/user/breakReminder',
    summary: 'Turns the break reminder on or off.',
    access: 'person',
    body: BreakReminder,
    data: BreakReminder,
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
} as const
