import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import { idOfReference, pictureAddress, signatureOf } from './media-address.ts'
import { type Digest, readSignature } from './media-link.ts'
import { type MediaPurpose, type MediaRow, selectForUse } from './store.ts'

/** A file that something is about to use. */
export interface UsedMedia {
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
export interface UploadWish {
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
export async function useUpload(
  tx: Queryable,
  digest: Digest,
  { personId, ref, purposes, field }: UploadWish,
): Promise<UsedMedia> {
  const id = idIn(digest, ref, personId)
  const row = id === null ? undefined : onlyRow(await selectForUse(tx, personId, [id]))
  if (!row || !purposes.includes(row.purpose)) throw invalidInput(field, 'no upload of yours for this')
  return usedMediaOf(row)
}

function idIn(digest: Digest, ref: string, personId: string): string | null {
  const signature = signatureOf(ref)
  if (signature === null) return idOfReference(ref)
  const signed = readSignature(digest, signature)
  return signed?.personId === personId ? signed.mediaId : null
}

/** A stored file as others use it. */
export function usedMediaOf(row: MediaRow): UsedMedia {
  const isOpen = row.purpose === 'card' || row.purpose === 'generated'
  return {
    id: row.id,
    kind: row.kind,
    purpose: row.purpose,
    width: row.width,
    height: row.height,
    address: isOpen ? pictureAddress(row.id) : null,
    thumbnailId: row.thumbnail_id,
    durationMs: row.duration_ms,
    main: row.main_file,
    small: row.small_file,
  }
}
