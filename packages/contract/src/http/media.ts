import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

/** The kinds of pictures that people can upload, by the names that they know. */
export const PICTURE_KINDS = ['PNG', 'JPEG', 'WebP', 'GIF'] as const

/** And of videos. */
export const VIDEO_KINDS = ['MP4', 'WebM'] as const

/** Files that people upload. */
export const media = {
  upload: operation({
    method: 'POST',
    path: '/api/common/upload',
    summary: 'Takes a picture in: painted anew, square, its first frame only, without what the file says beside it.',
    access: 'person',
    upload: { mostBytes: LIMITS.pictureBytes, accepted: PICTURE_KINDS },
    body: z.object({
      file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
      purpose: z.literal('avatar').describe('the only one so far; cards come later'),
    }),
    data: z.object({
      id: z.string(),
      url: z.string().describe('goes into `avatar` of the profile; what goes nowhere is deleted after an hour'),
      thumbnail: z.string(),
      width: z.int(),
      height: z.int(),
      kind: z.literal('image'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'TooManyRequests', 'TooLarge', 'FileType', 'AgeNotOpen'],
  }),
} as const
