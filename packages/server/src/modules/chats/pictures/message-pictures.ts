import type { Attachment } from '@everkin/contract/types.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { type ChatPicture, claimUpload, findChatPictures, releaseMedia, signChatPicture } from '../../media/module.ts'
import type { ChatServices } from '../services.ts'

/** Pictures that a message brings along. */
export interface SentPictures {
  /** Media ids, in the person's order, each once. */
  ids: readonly string[]
  /** The pictures in words, one line each. */
  text: string
}

/** Whether a repeated message brings the same pictures as the stored one. */
export function hasSamePictures(stored: readonly string[] | null, sent: readonly string[] | undefined): boolean {
  return [...new Set(sent)].join() === (stored ?? []).join()
}

/**
 * Claims pictures in the transaction that stores their message, so that no purge removes them.
 * @throws AppError InvalidInput for one that was purged meanwhile, or is not the person's.
 */
export async function claimPictures(
  { media }: Pick<ChatServices, 'media'>,
  tx: Transaction,
  personId: string,
  ids: readonly string[],
): Promise<void> {
  // Always locked in one order: two orders would cause a deadlock.
  for (const ref of [...ids].sort())
    await claimUpload(tx, media.digest, { personId, ref, purposes: ['chat'], field: 'attachments' })
}

/** Pictures of messages by their ids, as their sender sees them; the caption is what a model saw, or empty. */
export async function loadPictureViews(
  services: Pick<ChatServices, 'media' | 'clock'>,
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Attachment>> {
  const { media, clock } = services
  const pictures = await findChatPictures(db, [...new Set(ids)])
  return new Map(pictures.map((picture) => [picture.id, toAttachment({ digest: media.digest, clock }, picture)]))
}

function toAttachment(signing: Parameters<typeof signChatPicture>[0], picture: ChatPicture): Attachment {
  return {
    id: picture.id,
    kind: 'image',
    locked: false,
    price: 0,
    ...signChatPicture(signing, picture),
    width: picture.width,
    height: picture.height,
    duration_ms: null,
    caption: picture.description ?? '',
    generated: false,
  }
}

/** Those of these media files that a message uses, including deleted messages that can still be restored. */
export async function findPicturesInUse(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct picture.id from message, unnest(message.pictures) as picture (id)
     where message.pictures is not null and message.pictures && $1::text[] and picture.id = any($1::text[])
     union
     select distinct picture.id from deleted_message d, unnest(d.pictures) as picture (id)
     where d.pictures && $1::text[] and picture.id = any($1::text[])`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Before chats are purged: releases their pictures, so that the next purge of media removes those unused elsewhere. */
export async function releasePicturesOfChats(tx: Transaction, deletedBefore: Date): Promise<void> {
  // `offset 0` prevents a join that scans all messages.
  const rows = await tx.query<{ id: string }>(
    `select distinct unnest(own.pictures) as id from chat cross join lateral
       (select pictures from message where chat_id = chat.id and pictures is not null offset 0) as own
     where chat.deleted_at <= $1`,
    [deletedBefore],
  )
  await releaseMedia(
    tx,
    rows.map(({ id }) => id),
  )
}
