import { createHash } from 'node:crypto'
import { PICTURE_KINDS, type UPLOAD_PURPOSES, VIDEO_KINDS } from '@everkin/contract/http/media.ts'
import { AVATAR_WIDTHS, LIMITS, PICTURE_WIDTHS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { isMinor } from '../safety/age-state.ts'
import { avatarAddress, pictureAddress, thumbnailAddress } from './media-address.ts'
import { PictureRefused, type Repainted, type Rewritten } from './media-files.ts'
import { signMedia } from './media-link.ts'
import { pictureKindOf, videoKindOf } from './picture-kind.ts'
import type { MediaServices } from './services.ts'
import { type MediaRow, touchByContent } from './store.ts'
import { refuseFull, storeMedia } from './store-media.ts'

const LIMIT = { most: 120, windowMs: 3_600_000 }

/** What somebody uploads. */
export interface Upload {
  personId: string
  purpose: (typeof UPLOAD_PURPOSES)[number]
  bytes: Uint8Array
  /** A frame of a video, as the uploader's browser drew it. */
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
 * Takes in a file of a person: known by its bytes, painted or written anew, stored under a name that nobody can guess.
 * The same file for the same purpose is stored once; avatars replace each other, so each of them is one of its own.
 * @throws AppError FileType for what is none of our kinds, InvalidInput for one of too many pixels or seconds or for a
 * video without a frame to show, TooLarge, AgeNotOpen for someone under 18 (A5), TooManyRequests, NotSignedIn when the
 * person is gone.
 */
export async function takeFile(services: MediaServices, upload: Upload): Promise<UploadedFile> {
  const { personId, purpose, bytes } = upload
  const age = await services.ageOf(services.database, personId)
  if (age === null) throw new AppError('NotSignedIn')
  if (isMinor(age)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  services.limiter.take(`upload:${personId}`, LIMIT)
  const isVideo = purpose === 'locked_video'
  if (!isVideo && bytes.length > LIMITS.pictureBytes) throw new AppError('TooLarge', { limit: LIMITS.pictureBytes })
  if ((isVideo ? videoKindOf(bytes) : pictureKindOf(bytes)) === null) throw wrongType(isVideo)
  const contentHash = purpose === 'avatar' ? null : hashOf(services, purpose, bytes)
  if (contentHash) {
    const now = services.clock.now()
    const [same] = await touchByContent(services.database, { personId, purpose, contentHash }, now)
    if (same) return viewOf(services, personId, same)
  }
  await refuseFull(services, personId)
  const made = await makeFiles(services, upload)
  return viewOf(services, personId, await storeMedia(services, { personId, purpose, made, contentHash }))
}

function hashOf({ digest }: MediaServices, purpose: string, bytes: Uint8Array): Buffer {
  return digest(`content\n${purpose}\n${createHash('sha256').update(bytes).digest('hex')}`)
}

async function makeFiles(services: MediaServices, upload: Upload): Promise<Repainted | Rewritten> {
  const { purpose, bytes, poster } = upload
  try {
    if (purpose !== 'locked_video') return await services.repaint(bytes, purpose)
    return await services.rewrite(bytes, poster && pictureKindOf(poster) !== null ? poster : null)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    if (error.why === 'pixels') throw invalidInput('file', 'too many pixels')
    if (error.why === 'duration') throw invalidInput('file', `longer than ${LIMITS.videoSeconds} seconds`)
    if (error.why === 'poster') throw invalidInput('poster', 'this server can not read a frame of this video')
    throw wrongType(purpose === 'locked_video')
  }
}

function wrongType(isVideo: boolean): AppError {
  return new AppError('FileType', { accepted: isVideo ? VIDEO_KINDS : PICTURE_KINDS })
}

/** The owner sees their own: what can be locked by an address that is signed for them. */
function viewOf({ digest, clock }: MediaServices, personId: string, row: MediaRow): UploadedFile {
  const facts = {
    id: row.id,
    width: row.width,
    height: row.height,
    kind: row.kind,
    duration_ms: row.duration_ms,
  }
  if (row.purpose === 'avatar')
    return { ...facts, url: avatarAddress(row.id), thumbnail: avatarAddress(row.id, AVATAR_WIDTHS[0]) }
  if (row.thumbnail_id === null)
    return { ...facts, url: pictureAddress(row.id), thumbnail: pictureAddress(row.id, PICTURE_WIDTHS[1]) }
  return {
    ...facts,
    url: signMedia(digest, { mediaId: row.id, personId }, row.main_file, clock.now()),
    thumbnail: thumbnailAddress(row.thumbnail_id),
  }
}
