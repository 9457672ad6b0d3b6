import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

/** The image types that people can upload, by their common names. */
export const PICTURE_KINDS = ['PNG', 'JPEG', 'WebP', 'GIF'] as const

/** The video types that people can upload, by their common names. */
export const VIDEO_KINDS = ['MP4', 'WebM'] as const

/** What a file is uploaded for. It decides the accepted types, the stored sizes, and who may see it. */
export const UPLOAD_PURPOSES = ['avatar', 'card', 'locked_image', 'locked_video', 'chat'] as const

const File = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' })

/** Files that people upload. */
export const media = {
  upload: operation({
    method: 'POST',
    path: '/api/common/upload',
    summary:
      'Uploads an image or a video: images are re-encoded, videos remuxed with only picture and sound, both without metadata. The same file is stored once.',
    access: 'person',
    upload: {
      mostBytes: LIMITS.videoBytes,
      mostFor: {
        field: 'purpose',
        bytes: {
          avatar: LIMITS.pictureBytes,
          card: LIMITS.pictureBytes,
          locked_image: LIMITS.pictureBytes,
          chat: LIMITS.pictureBytes,
        },
      },
      second: { field: 'poster', mostBytes: LIMITS.pictureBytes },
      accepted: [...PICTURE_KINDS, ...VIDEO_KINDS],
    },
    body: z.object({
      file: File,
      purpose: z
        .enum(UPLOAD_PURPOSES)
        .describe(
          '`avatar` is cropped to a square, `card` to 3:4; `locked_video` is the one for videos; `chat` is sent with a message and private. Before the file.',
        ),
      poster: File.optional().describe('of a video: a frame, for a server that cannot decode this one’s'),
    }),
    data: z.object({
      id: z.string().describe('identifies the file in `saveCard` and in `attachments` of `message.send`'),
      url: z
        .string()
        .describe(
          'for `avatar` of the profile, `avatar` and `cover` of a card; unused files are deleted after an hour',
        ),
      thumbnail: z.string().describe('of lockable media: blurred, as others see it'),
      width: z.int(),
      height: z.int(),
      kind: z.enum(['image', 'video']),
      duration_ms: z.int().nullable().describe('of a video'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'TooManyRequests', 'TooLarge', 'FileType', 'AgeNotOpen', 'Unavailable'],
  }),
} as const
