import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

/** The kinds of pictures that people can upload, by the names that they know. */
export const PICTURE_KINDS = ['PNG', 'JPEG', 'WebP', 'GIF'] as const

/** And of videos. */
export const VIDEO_KINDS = ['MP4', 'WebM'] as const

/** What a file is uploaded for. It decides what may come, in what sizes it is kept, and who is ever shown it. */
export const UPLOAD_PURPOSES = ['avatar', 'card', 'locked_image', 'locked_video'] as const

const File = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' })

/** Files that people upload. */
export const media = {
  upload: operation({
    method: 'POST',
    path: '/api/common/upload',
    summary:
      'Takes a picture or a video in: pictures are painted anew, of videos only images and sound are kept, and nothing that the file says beside them. The same file is kept once.',
    access: 'person',
    upload: {
      mostBytes: LIMITS.videoBytes,
      mostFor: {
        field: 'purpose',
        bytes: { avatar: LIMITS.pictureBytes, card: LIMITS.pictureBytes, locked_image: LIMITS.pictureBytes },
      },
      second: { field: 'poster', mostBytes: LIMITS.pictureBytes },
      accepted: [...PICTURE_KINDS, ...VIDEO_KINDS],
    },
    body: z.object({
      file: File,
      purpose: z
        .enum(UPLOAD_PURPOSES)
        .describe('`avatar` is cut to a square, `card` to 3:4; `locked_video` is the one for videos. Before the file.'),
      poster: File.optional().describe('of a video: a frame, for a server that can not read this one’s pictures'),
    }),
    data: z.object({
      id: z.string().describe('names the file in `saveCard`'),
      url: z
        .string()
        .describe(
          'for `avatar` of the profile, `avatar` and `cover` of a card; what goes nowhere is deleted after an hour',
        ),
      thumbnail: z.string().describe('of what can be locked: blurred, as others see it'),
      width: z.int(),
      height: z.int(),
      kind: z.enum(['image', 'video']),
      duration_ms: z.int().nullable().describe('of a video'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'TooManyRequests', 'TooLarge', 'FileType', 'AgeNotOpen'],
  }),
} as const
