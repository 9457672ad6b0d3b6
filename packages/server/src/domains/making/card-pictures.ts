import type { Queryable } from '../../platform/db/database.ts'
import { idOfReference, pictureAddress } from '../media/media-address.ts'
import { releaseMedia } from '../media/release-media.ts'
import { selectPicturesOfCard, selectUsedPictures } from './picture-store.ts'

/** Which of these pictures a card shows, an old version showed, or a begun form holds. */
export async function usedByCards(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const names = ids.flatMap((id) => [id, pictureAddress(id)])
  const used = (await selectUsedPictures(db, names)).map(({ picture }) => idOfReference(picture))
  return ids.filter((id) => used.includes(id))
}

/** Lets go of the pictures that a form or a version held. */
export async function releasePictures(tx: Queryable, ...contents: readonly unknown[]): Promise<void> {
  await releaseMedia(tx, contents.flatMap(picturesIn))
}

/** Lets go of all pictures of a card and its versions, before these are gone. */
export async function releasePicturesOfCard(tx: Queryable, cardId: string): Promise<void> {
  const pictures = await selectPicturesOfCard(tx, cardId)
  await releaseMedia(
    tx,
    pictures.flatMap(({ picture }) => idOfReference(picture) ?? []),
  )
}

function picturesIn(content: unknown): string[] {
  if (content === null || typeof content !== 'object') return []
  const { avatar, cover } = content as { avatar?: unknown; cover?: unknown } // a form's content is the form's own
  return [avatar, cover].flatMap((picture) => (typeof picture === 'string' ? (idOfReference(picture) ?? []) : []))
}
