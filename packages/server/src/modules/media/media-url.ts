import { AVATAR_WIDTHS, type LOCKABLE_SIDES, PICTURE_WIDTHS } from '@everkin/contract/stored-pictures.ts'

/** Lockable files have their own name prefix and are never served under the id of what they belong to (AZ-04). */
const LOCKED_PREFIX = 'locked-'

/** An image, or the poster of a video, that can be locked. */
export function lockedImageName(side: (typeof LOCKABLE_SIDES)[number]): string {
  return `${LOCKED_PREFIX}${side}.webp`
}

export const LOCKED_VIDEO_NAMES = ['locked-video.mp4', 'locked-video.webm'] as const

/** The copy of a chat picture that models are shown. */
export const MODEL_COPY_NAME = 'seen.jpg'

/** The only file of a blurred image. */
export const BLURRED_NAME = '240.webp'

const PUBLIC_NAME = /^(?:[0-9]{2,4}\.webp|share\.jpg)$/
const LOCKABLE_NAME = /^locked-(?:[0-9]{3,4}\.webp|video\.(?:mp4|webm))$/

/** Whether a file is served to anyone who knows its name. */
export function isPublicFile(name: string): boolean {
  return PUBLIC_NAME.test(name)
}

/** Whether a stored file can have this name. */
export function isMediaFileName(name: string): boolean {
  return PUBLIC_NAME.test(name) || LOCKABLE_NAME.test(name) || name === MODEL_COPY_NAME
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** The content type of a stored file, by its name. */
export function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

const MAX_AVATAR_WIDTH = Math.max(...AVATAR_WIDTHS)
const MAX_IMAGE_WIDTH = Math.max(...PICTURE_WIDTHS)
const ID_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** Whether this has the form of a media id. */
export function isMediaId(id: string): boolean {
  return ID_PATTERN.test(id)
}

/** The URL of an avatar of a person; other widths replace the number. */
export function avatarUrl(id: string, width: number = MAX_AVATAR_WIDTH): string {
  return `/media/${id}/${width}.webp`
}

/** The URL of a card image or a generated image; other widths replace the number. */
export function imageUrl(id: string, width: number = MAX_IMAGE_WIDTH): string {
  return `/media/${id}/${width}.webp`
}

/** The URL of a blurred image, by its own id. */
export function thumbnailUrl(thumbnailId: string): string {
  return `/media/${thumbnailId}/${BLURRED_NAME}`
}

/** The id of the blurred image in a URL; null for any other URL. */
export function thumbnailIdFromUrl(url: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(url)?.[1]
  return id && url === thumbnailUrl(id) ? id : null
}

/** The id of the avatar in a URL; null for any other URL. */
export function avatarIdFromUrl(url: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(url)?.[1]
  return id && url === avatarUrl(id) ? id : null
}

/** The id in the URL of an image, or a bare id; null for anything else. */
export function mediaIdFromReference(reference: string): string | null {
  if (isMediaId(reference)) return reference
  return /^\/media\/([A-Za-z0-9_-]{43})\/[0-9]{2,4}\.webp$/.exec(reference)?.[1] ?? null
}

/** The signed part of a signed URL; null for any other URL. */
export function signatureFromUrl(url: string): string | null {
  return /^\/media\/signed\/([A-Za-z0-9_-]+)\/[a-z0-9.-]+$/.exec(url)?.[1] ?? null
}
