import { z } from 'zod'
import { Attachment, Wallet } from '../entities.ts'
import { Id, MAX_COUNT } from '../ids.ts'
import { operation } from '../operation.ts'
import { PageQuery, pageOf } from '../pagination.ts'

const OfChat = z.object({ chat_id: Id })

/** Pictures and videos of characters, some of them locked. */
export const albums = {
  images: operation({
    method: 'GET',
    path: '/api/chat/images',
    summary: 'The album of the chat’s characters, in its maker’s order.',
    access: 'person',
    query: PageQuery.extend(OfChat.shape),
    data: pageOf(Attachment),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  lockImages: operation({
    method: 'GET',
    path: '/api/chat/getLockImage',
    summary: 'The album’s images that have a lock, unlocked ones included.',
    access: 'person',
    query: OfChat,
    data: z.array(Attachment),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  lockVideos: operation({
    method: 'GET',
    path: '/api/chat/getLockVideo',
    summary: 'The album’s videos that have a lock, unlocked ones included.',
    access: 'person',
    query: OfChat,
    data: z.array(Attachment),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  unlock: operation({
    method: 'POST',
    path: '/api/chat.Single/unlockImgByThumbnail',
    summary: 'Unlocks an image or a video for coins: once, for ever, never charged twice.',
    access: 'person',
    body: z
      .object({
        chat_id: Id,
        attachment_id: Id.optional(),
        thumbnail: z.string().max(500).optional(),
        idempotency_key: z.string().min(1).max(100),
        /** What the reader was shown. Where it costs more by now nothing is charged: Conflict, with the price in `data`. */
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
    summary: 'The album of a card, for its page: what is locked is a blurred thumbnail with its price.',
    access: 'open',
    query: PageQuery.extend({ card_id: Id }),
    data: pageOf(Attachment),
    errors: ['InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  ownAlbum: operation({
    method: 'GET',
    path: '/api/making/album',
    summary: 'The album of a card of one’s own, open, with what its maker set.',
    access: 'person',
    query: z.object({ card_id: Id }),
    data: z.array(Attachment.extend({ keys: z.array(z.string()), unlocked_count: z.int() })),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
} as const
