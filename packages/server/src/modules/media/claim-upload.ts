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

/** A file that something is about to use. */
export interface ClaimedMedia {
  id: string
  /** Where a picture that is not locked is had; what can be locked has none that lasts. */
  address: string | null
  /** The name of its blurred picture; null for what can not be locked. */
  thumbnailId: string | null
  kind: 'image' | 'video'
  purpose: MediaPurpose
  width: number
  height: number
  durationMs: number | null
  /** The name of the largest of its files, or of the video. */
  main: string
  /** The name of a small picture. */
  small: string
}

/** Who wants to use what: `ref` is an id or an address from `common/upload` or from a task; `field` names it in errors. */
export interface UploadClaim {
  personId: string
  ref: string
  purposes: readonly MediaPurpose[]
  field: string
}

/**
 * A file of a person's own, held until this transaction ends, so that no sweep takes it away before what uses it is
 * stored. Whoever uses files says so in `MediaServices.users`, and lets go of them by `releaseMedia`.
 * @throws AppError InvalidInput on `field` for what is not there, somebody else's, or for another purpose.
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

/** A stored file as others use it. */
export function toClaimedMedia(row: MediaRow): ClaimedMedia {
  const isOpen = row.purpose === 'card' || row.purpose === 'generated'
  return {
    id: row.id,
    kind: row.kind,
    purpose: row.purpose,
    width: row.width,
    height: row.height,
    address: isOpen ? imageUrl(row.id) : null,
    thumbnailId: row.thumbnail_id,
    durationMs: row.duration_ms,
    main: row.main_file,
    small: row.small_file,
  }
}

/**
 * Makes an uploaded picture a person's only one; an address of no upload, or null, leaves them none. Gives the pictures
 * whose files must be removed once this transaction has been committed.
 * @throws AppError InvalidInput on `avatar` for an upload that is not there or someone else's.
 */
export async function claimAvatar(tx: Transaction, personId: string, address: string | null): Promise<string[]> {
  const id = address?.startsWith('/media/') ? avatarIdFromUrl(address) : null
  if (address?.startsWith('/media/') && (id === null || !onlyRow(await selectAvatar(tx, personId, id))))
    throw invalidInput('avatar')
  return (await deleteOtherAvatars(tx, personId, id)).map((row) => row.id)
}

/**
 * Says, in the transaction that lets go of files, that they may be used no more: the next sweep removes those that
 * nothing else uses. Nobody removes files that they used themselves, since others may use them too.
 */
export async function releaseMedia(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await scheduleCheck(tx, ids, new Date(0))
}
