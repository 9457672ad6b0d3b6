import { createHash } from 'node:crypto'
import { PICTURE_KINDS, type UPLOAD_PURPOSES, VIDEO_KINDS } from '@everkin/contract/http/media.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AVATAR_WIDTHS, PICTURE_WIDTHS } from '@everkin/contract/stored-pictures.ts'
import { AppError, invalidInput, stoppedSave } from '../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../platform/db/database-outage.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { newSecret } from '../../platform/ids.ts'
import { isAdult, isMinor } from '../safety/module.ts'
import { checkPicture, fileToCheck, moderationOf } from './check-picture.ts'
import { type ClaimedMedia, toClaimedMedia } from './claim-upload.ts'
import { detectImageKind, detectVideoKind } from './file-type.ts'
import { type DigitalSourceType, ImageRejected, type ReencodedImage, type RemuxedVideo } from './media-ports.ts'
import { avatarUrl, imageUrl, thumbnailUrl } from './media-url.ts'
import type { MediaServices } from './services.ts'
import { signMediaUrl } from './signed-url.ts'
import { assertStorageQuota } from './storage-quota.ts'
import {
  insertMedia,
  lockOwner,
  type MediaPurpose,
  type MediaRow,
  type Moderation,
  touchByContentHash,
} from './store.ts'

/** What is stored, and its owner. */
interface NewMedia {
  personId: string
  purpose: MediaPurpose
  encoded: ReencodedImage | RemuxedVideo
  /** Digest of the received bytes; null where duplicates are allowed. */
  contentHash: Buffer | null
  /** `clear` by default. */
  moderation?: Moderation
  /** Throws when nothing more may be stored; called under the person's lock. */
  checkQuota?: (tx: Transaction) => Promise<void>
}

/**
 * Stores files under an unguessable id. The files are written before their row and removed after it, so that a crash
 * leaves files without a row, never the other way round (UPL-09); `purgeMedia` finds them. A file that its owner
 * already has is not stored again.
 * @throws AppError TooLarge above the person's quota (UPL-08), NotSignedIn when the person no longer exists.
 */
async function storeMedia(
  services: Pick<MediaServices, 'database' | 'files' | 'clock'>,
  { personId, purpose, encoded, contentHash, checkQuota, moderation = 'clear' }: NewMedia,
): Promise<MediaRow> {
  const { database, files, clock } = services
  const id = newSecret()
  const thumbnailId = encoded.thumbnail && newSecret()
  const names = thumbnailId ? [id, thumbnailId] : [id]
  const row: MediaRow = {
    id,
    purpose,
    kind: 'durationMs' in encoded ? 'video' : 'image',
    width: encoded.width,
    height: encoded.height,
    bytes: [...encoded.files, ...(encoded.thumbnail ?? [])].reduce((sum, file) => sum + file.bytes.length, 0),
    duration_ms: 'durationMs' in encoded ? encoded.durationMs : null,
    thumbnail_id: thumbnailId,
    main_file: encoded.main,
    small_file: encoded.small,
    created_at: clock.now(),
  }
  try {
    await files.place(id, encoded.files)
    if (thumbnailId && encoded.thumbnail) await files.place(thumbnailId, encoded.thumbnail)
    const existing = await database.transaction(async (tx) => {
      if (!(await lockOwner(tx, personId))) throw new AppError('NotSignedIn')
      const same = contentHash && onlyRow(await touchByContentHash(tx, { personId, purpose, contentHash }, clock.now()))
      if (same) return same
      await checkQuota?.(tx)
      await insertMedia(tx, { ...row, personId, contentHash, moderation })
      return null
    })
    if (existing) await files.remove(names)
    return existing ?? row
  } catch (error) {
    // The row may be stored, if the connection was lost during the commit. The purge finds files without a row, also
    // where they cannot be removed now.
    if (!isDatabaseUnavailable(error)) await files.remove(names).catch(() => undefined)
    throw error
  }
}

const UPLOAD_LIMIT = { max: 120, windowMs: HOUR_MS }

/**
 * Before a file is received: whether this person may upload for this purpose. Someone whose age is not known yet may
 * only choose an avatar, which the form that asks for the age offers.
 * @throws AppError NotSignedIn, AgeNotOpen (A3, A5), TooManyRequests, TooLarge when the quota is used up.
 */
export async function assertCanUpload(services: MediaServices, personId: string, purpose: unknown): Promise<void> {
  await assertAgeAllowsUpload(services, personId, purpose)
  await services.limiter.consume(`upload:${personId}`, UPLOAD_LIMIT)
  await assertStorageQuota(services, services.database, personId, 'media')
}

async function assertAgeAllowsUpload(services: MediaServices, personId: string, purpose: unknown): Promise<void> {
  const age = await services.ageOf(services.database, personId)
  if (age === null) throw new AppError('NotSignedIn')
  if (isMinor(age)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(age) && purpose !== 'avatar') throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
}

/** An uploaded file with its purpose. */
export interface Upload {
  personId: string
  purpose: (typeof UPLOAD_PURPOSES)[number]
  bytes: Uint8Array
  /** A frame of a video, drawn by the uploader's browser. */
  poster: Uint8Array | null
}

export interface UploadedFile {
  id: string
  url: string
  thumbnail: string
  width: number
  height: number
  kind: 'image' | 'video'
  duration_ms: number | null
}

/**
 * Stores a person's upload: detected by its bytes, re-encoded or remuxed, stored under an unguessable id. The same file
 * for the same purpose is stored once, except avatars, which replace each other. A picture that the moderation model
 * flags is not stored; without its verdict it waits, seen by its owner alone (M2).
 * @throws AppError FileType for an unsupported type, InvalidInput for too many pixels or seconds or a video without a
 * decodable frame, TooLarge, SafetyStop (UPL-10), AgeNotOpen (A3, A5), NotSignedIn when the person no longer exists.
 */
export async function storeUpload(services: MediaServices, upload: Upload): Promise<UploadedFile> {
  const { personId, purpose, bytes } = upload
  await assertAgeAllowsUpload(services, personId, purpose)
  const isVideo = purpose === 'locked_video'
  if (!isVideo && bytes.length > LIMITS.pictureBytes) throw new AppError('TooLarge', { limit: LIMITS.pictureBytes })
  if ((isVideo ? detectVideoKind(bytes) : detectImageKind(bytes)) === null) throw fileTypeError(isVideo)
  const contentHash = purpose === 'avatar' ? null : contentHashOf(services, purpose, bytes)
  if (contentHash) {
    const now = services.clock.now()
    const [existing] = await touchByContentHash(services.database, { personId, purpose, contentHash }, now)
    if (existing) return toUploadedFile(services, personId, existing)
  }
  await assertStorageQuota(services, services.database, personId, 'media')
  const encoded = await processUpload(services, upload)
  const moderation = await moderateUpload(services, upload, encoded)
  const checkQuota = (tx: Transaction) => assertStorageQuota(services, tx, personId, 'media')
  const row = await storeMedia(services, { personId, purpose, encoded, contentHash, checkQuota, moderation })
  return toUploadedFile(services, personId, row)
}

/** @throws AppError SafetyStop (UPL-10). */
async function moderateUpload(
  { moderator }: MediaServices,
  { purpose }: Upload,
  encoded: ReencodedImage | RemuxedVideo,
): Promise<Moderation> {
  const file = fileToCheck(encoded)
  if (!file) return 'clear'
  const outcome = await checkPicture(moderator, { purpose, file }, null)
  if (outcome.kind === 'blocked' || outcome.kind === 'doubtful') throw stoppedSave(outcome.category)
  return moderationOf(outcome)
}

function contentHashOf({ digest }: MediaServices, purpose: string, bytes: Uint8Array): Buffer {
  return digest(`content\n${purpose}\n${createHash('sha256').update(bytes).digest('hex')}`)
}

async function processUpload(services: MediaServices, upload: Upload): Promise<ReencodedImage | RemuxedVideo> {
  const { personId, purpose, bytes, poster } = upload
  try {
    if (purpose !== 'locked_video')
      return await services.imageQueue.run(personId, () => services.reencodeImage(bytes, purpose))
    const frame = poster && detectImageKind(poster) !== null ? poster : null
    return await services.videoQueue.run(personId, () => services.remuxVideo(bytes, frame))
  } catch (error) {
    if (!(error instanceof ImageRejected)) throw error
    if (error.why === 'pixels') throw invalidInput('file', 'too many pixels')
    if (error.why === 'duration') throw invalidInput('file', `longer than ${LIMITS.videoSeconds} seconds`)
    if (error.why === 'poster') throw invalidInput('poster', 'this server cannot read a frame of this video')
    throw fileTypeError(purpose === 'locked_video')
  }
}

function fileTypeError(isVideo: boolean): AppError {
  return new AppError('FileType', { accepted: isVideo ? VIDEO_KINDS : PICTURE_KINDS })
}

/** The upload as its owner sees it; lockable media with a URL signed for the owner. */
function toUploadedFile({ digest, clock }: MediaServices, personId: string, row: MediaRow): UploadedFile {
  const common = {
    id: row.id,
    width: row.width,
    height: row.height,
    kind: row.kind,
    duration_ms: row.duration_ms,
  }
  if (row.purpose === 'avatar')
    return { ...common, url: avatarUrl(row.id), thumbnail: avatarUrl(row.id, AVATAR_WIDTHS[0]) }
  const sign = (file: string) => signMediaUrl(digest, { mediaId: row.id, personId }, file, clock.now())
  if (row.purpose === 'chat') return { ...common, url: sign(row.main_file), thumbnail: sign(row.small_file) }
  if (row.thumbnail_id === null)
    return { ...common, url: imageUrl(row.id), thumbnail: imageUrl(row.id, PICTURE_WIDTHS[1]) }
  return {
    ...common,
    url: sign(row.main_file),
    thumbnail: thumbnailUrl(row.thumbnail_id),
  }
}

/**
 * Stores a generated image for a person: re-encoded in the widths of card images with its own proportions, with the
 * blurred image it may be locked behind, and marked as AI-generated (H3). Like every file it is purged when unused.
 * @throws ImageRejected for bytes that are not an image, AppError NotSignedIn when the person no longer exists.
 */
export async function storeGeneratedImage(
  services: Pick<MediaServices, 'database' | 'files' | 'clock' | 'reencodeImage'>,
  { personId, bytes, madeBy }: { personId: string; bytes: Uint8Array; madeBy: DigitalSourceType },
): Promise<ClaimedMedia> {
  if (detectImageKind(bytes) === null) throw new ImageRejected('kind')
  const encoded = await services.reencodeImage(bytes, 'generated', madeBy)
  return toClaimedMedia(await storeMedia(services, { personId, purpose: 'generated', encoded, contentHash: null }))
}
