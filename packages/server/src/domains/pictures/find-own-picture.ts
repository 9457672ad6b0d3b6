import type { Queryable } from '../../platform/db/database.ts'
import { idOfReference } from '../media/media-address.ts'
import { findPictureOfMedia, selectMadeAmong } from './task-store.ts'

/** A picture of somebody's, as other parts use it: for a card's portrait, or to keep its face. */
export interface OwnPicture {
  /** The name of its file in the media store. */
  mediaId: string
  width: number
  height: number
  /** What it was asked for in words. */
  prompt: string
  /** What it was drawn from; null where its provider does not say. */
  spec: unknown
}

/**
 * The person's generated picture by its id or an address of it; null for anything else. One that they deleted is known
 * for as long as something else, a card, keeps its file.
 */
export async function findOwnPicture(db: Queryable, personId: string, idOrUrl: string): Promise<OwnPicture | null> {
  const id = idOfReference(idOrUrl)
  return id === null ? null : findPictureOfMedia(db, personId, id)
}

/** Which of these files are pictures that somebody had made and has not deleted. */
export function picturesAmong(db: Queryable, mediaIds: readonly string[]): Promise<string[]> {
  return selectMadeAmong(db, mediaIds)
}
