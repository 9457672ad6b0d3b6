import { z } from 'zod'
import { Wallet } from '../entities/people.ts'
import { Attachment } from '../entities/pictures.ts'
import { Id, MAX_COUNT } from '../ids.ts'
import { operation } from '../operation.ts'
import { PageQuery, pageOf } from '../pagination.ts'

const OfChat = z.object({ chat_id: Id })

/** Images and videos of characters, some of them locked. */
export const albums = {
  images: operation({
    method: 'GET',
    path: '/api/chat/images',
    summary: 'The album of the chat’s characters, in its creator’s order.',
    access: 'person',
    query: PageQuery.extend(OfChat.shape),
    data: pageOf(Attachment),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  lockImages: operation({
    method: 'GET',
    path: '/api/chat/getLockImage',
    summary: 'The lockable images of the album, unlocked ones included.',
    access: 'person',
    query: OfChat,
    data: z.array(Attachment),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  lockVideos: operation({
    method: 'GET',
    path: '/api/chat/getLockVideo',
    summary: 'The lockable videos of the album, unlocked ones included.',
    access: 'person',
    query: OfChat,
    data: z.array(Attachment),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  unlock: operation({
    method: 'POST',
    path: '/api/chat.Single/unlockImgByThumbnail',
    summary: 'Unlocks an image or a video for coins: once and permanently, never charged twice.',
    access: 'person',
    body: z
      .object({
        chat_id: Id,
        attachment_id: Id.optional(),
        thumbnail: z.string().max(500).optional(),
        idempotency_key: z.string().min(1).max(100),
        /**
         * The price the reader was shown. If it is higher now nothing is charged: Conflict, with the price in `data`.
         */
        shown_price: z.int().min(0).max(MAX_COUNT).optional(),
      })
      .refine(({ attachment_id, thumbnail }) => attachment_id !== undefined || thumbnail !== undefined, {
        path: ['attachment_id'],
        message: 'attachment_id or thumbnail',
      }),
    data: z.object({ attachment: Attachment, wallet: Wallet }),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'NotAllowed',
      'Conflict',
      'NotEnoughCoins',
      'TooManyRequests',
      'SpendingCapReached',
      'AgeNotOpen',
      'Unavailable',
    ],
  }),
  cardAlbum: operation({
    method: 'GET',
    path: '/api/chat/cardAlbum',
    summary: 'The album of a card, for its page: locked items are blurred thumbnails with their price.',
    access: 'open',
    query: PageQuery.extend({ card_id: Id }),
    data: pageOf(Attachment),
    errors: ['InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  ownAlbum: operation({
    method: 'GET',
    path: '/api/editor/album',
    summary: 'The album of the person’s own card, unlocked, with all settings.',
    access: 'person',
    query: z.object({ card_id: Id }),
    data: z.array(Attachment.extend({ keys: z.array(z.string()), unlocked_count: z.int() })),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
