import type { ModerationOutcome, Moderator, VerdictRef } from '../safety/module.ts'
import type { MediaFile, ReencodedImage, RemuxedVideo } from './media-ports.ts'
import type { MediaServices } from './services.ts'
import {
  type MediaPurpose,
  type Moderation,
  selectMedia,
  selectPending,
  selectWithheld,
  updateModeration,
} from './store.ts'

const BATCH_SIZE = 20

/** Media that only some people see: in their own chats, or behind a lock on a card of any rating. */
const PRIVATE_PURPOSES: readonly MediaPurpose[] = ['chat', 'locked_image', 'locked_video']

interface Picture {
  purpose: MediaPurpose
  /** The file that the model sees: the largest version of an image, the poster of a video. */
  file: MediaFile
}

/** What the moderation model says of a picture before it is stored (UPL-10). A doubtful one counts as a hit. */
export function checkPicture(
  moderator: Moderator,
  { purpose, file }: Picture,
  ref: VerdictRef | null,
): Promise<ModerationOutcome> {
  const surface = PRIVATE_PURPOSES.includes(purpose) ? 'private_picture' : 'picture'
  return moderator.checkImage({ bytes: file.bytes, mediaType: mediaTypeOf(file.name) }, { surface, ref })
}

/** The file of new media that the model looks at. */
export function fileToCheck(encoded: ReencodedImage | RemuxedVideo): MediaFile | null {
  const { files, main, small } = encoded
  return files.find(({ name }) => name === nameToCheck('durationMs' in encoded, main, small)) ?? null
}

const nameToCheck = (isVideo: boolean, main: string, small: string): string => (isVideo ? small : main)
const mediaTypeOf = (name: string): string => (name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')

/**
 * Asks the moderation model again about pictures that wait because it gave no verdict (M2): a clear one is shown to
 * everyone again; a hit is shown to nobody and kept for an operator (R3). Ends at the first check without a verdict.
 */
export async function recheckPictures(
  services: Pick<MediaServices, 'database' | 'files' | 'moderator' | 'log'>,
): Promise<void> {
  const { database, files, moderator, log } = services
  for (const row of await selectPending(database, BATCH_SIZE)) {
    const name = nameToCheck(row.kind === 'video', row.main_file, row.small_file)
    const bytes = await files.read(row.id, name)
    if (!bytes) continue
    const outcome = await checkPicture(
      moderator,
      { purpose: row.purpose, file: { name, bytes } },
      { id: row.id, personId: null },
    )
    if (outcome.kind === 'unavailable') return
    const isHit = outcome.kind === 'blocked' || outcome.kind === 'doubtful'
    if (isHit) log.warn({ category: outcome.category }, 'a stored picture was withheld by the moderation model')
    await updateModeration(database, row.id, isHit ? 'blocked' : 'clear')
  }
}

/** Whether this person, or a visitor, must not get a file. A pending one is for its owner alone, a blocked one for nobody. */
export async function isWithheldFrom(
  database: MediaServices['database'],
  id: string,
  personId: () => Promise<string | null>,
): Promise<boolean> {
  const [row] = await selectWithheld(database, id)
  if (!row) return false
  return row.moderation === 'blocked' || row.personId !== (await personId())
}

/** New media: `pending` without a verdict. */
export function moderationOf(outcome: ModerationOutcome): Moderation {
  return outcome.kind === 'unavailable' ? 'pending' : 'clear'
}

/**
 * A stored picture, or the poster of a video, for people who decide about it, without a check of access. Null if gone.
 */
export async function readForReview(
  { database, files }: Pick<MediaServices, 'database' | 'files'>,
  id: string,
): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
  const [row] = await selectMedia(database, [id])
  if (!row) return null
  const name = nameToCheck(row.kind === 'video', row.main_file, row.small_file)
  const bytes = await files.read(id, name)
  return bytes && { bytes, mediaType: mediaTypeOf(name) }
}
