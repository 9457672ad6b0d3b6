import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import { avatarIdFromUrl, imageUrl, mediaIdFromReference, signatureFromUrl } from './media-url.ts'
import { type Digest, verifySignature } from './signed-url.ts'
import {
  deleteOtherAvatars,
  type MediaPurpose,
  type MediaRow,
  scheduleCheck,
  selectAvatar,
  selectForClaim,
} from './store.ts'

/** A file that is about to be used. */
export interface ClaimedMedia {
  id: string
  /** The URL of an image that is not locked; lockable media have no permanent URL. */
  url: string | null
  /** The id of its blurred image; null for media that cannot be locked. */
  thumbnailId: string | null
  kind: 'image' | 'video'
  purpose: MediaPurpose
  width: number
  height: number
  durationMs: number | null
  /** The name of the largest of its files, or of the video. */
  main: string
  /** The name of a small version. */
  small: string
}

/** Who wants to use what: `ref` is an id or a URL from `common/upload` or from a task; `field` names it in errors. */
export interface UploadClaim {
  personId: string
  ref: string
  purposes: readonly MediaPurpose[]
  field: string
}

/**
 * A file of the person's own, locked until this transaction ends, so that it is not purged before its use is stored.
 * Modules that use files report them in `mediaUsage` and release them with `releaseMedia`.
 * @throws AppError InvalidInput on `field` for a file that does not exist, is someone else's, or has another purpose.
 */
export async function claimUpload(
  tx: Transaction,
  digest: Digest,
  { personId, ref, purposes, field }: UploadClaim,
): Promise<ClaimedMedia> {
  const id = resolveMediaId(digest, ref, personId)
  const row = id === null ? undefined : onlyRow(await selectForClaim(tx, personId, [id]))
  if (!row || !purposes.includes(row.purpose)) throw invalidInput(field, 'no upload of yours for this')
  return toClaimedMedia(row)
}

function resolveMediaId(digest: Digest, ref: string, personId: string): string | null {
  const signature = signatureFromUrl(ref)
  if (signature === null) return mediaIdFromReference(ref)
  const signed = verifySignature(digest, signature)
  return signed?.personId === personId ? signed.mediaId : null
}

/** A stored file in the form other modules use. */
export function toClaimedMedia(row: MediaRow): ClaimedMedia {
  const isOpen = row.purpose === 'card' || row.purpose === 'generated'
  return {
    id: row.id,
    kind: row.kind,
    purpose: row.purpose,
    width: row.width,
    height: row.height,
    url: isOpen ? imageUrl(row.id) : null,
    thumbnailId: row.thumbnail_id,
    durationMs: row.duration_ms,
    main: row.main_file,
    small: row.small_file,
  }
}

/**
 * Makes an uploaded image the person's only avatar; null or a URL that is not an upload leaves them none. Returns the
 * ids of the images whose files must be removed once this transaction has been committed.
 * @throws AppError InvalidInput on `avatar` for an upload that does not exist or is someone else's.
 */
export async function claimAvatar(tx: Transaction, personId: string, url: string | null): Promise<string[]> {
  const id = url?.startsWith('/media/') ? avatarIdFromUrl(url) : null
  if (url?.startsWith('/media/') && (id === null || !onlyRow(await selectAvatar(tx, personId, id))))
    throw invalidInput('avatar')
  return (await deleteOtherAvatars(tx, personId, id)).map((row) => row.id)
}

/**
 * Marks files as possibly unused, in the transaction that stops using them: the next purge removes those that nothing
 * else uses. Modules never remove files themselves, since others may use them too.
 */
export async function releaseMedia(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await scheduleCheck(tx, ids, new Date(0))
}
