import { AVATAR_WIDTHS, type LOCKABLE_SIDES, PICTURE_WIDTHS } from '@everkin/contract/limits.ts'

/** A file that can be locked is never shown under the name of what it belongs to (AZ-04): these begin so. */
const LOCKED_PREFIX = 'locked-'

/** A picture, or the frame of a video, that can be locked. */
export function lockedImageName(side: (typeof LOCKABLE_SIDES)[number]): string {
  return `${LOCKED_PREFIX}${side}.webp`
}

export const LOCKED_VIDEO_NAMES = ['locked-video.mp4', 'locked-video.webm'] as const

/** The only file of a blurred picture. */
export const BLURRED_NAME = '240.webp'

const PUBLIC_NAME = /^(?:[0-9]{2,4}\.webp|share\.jpg)$/
const LOCKABLE_NAME = /^locked-(?:[0-9]{3,4}\.webp|video\.(?:mp4|webm))$/

/** Whether a file is shown to whoever knows its name. */
export function isPublicFile(name: string): boolean {
  return PUBLIC_NAME.test(name)
}

/** Whether it is one of the names that we give. */
export function isMediaFileName(name: string): boolean {
  return PUBLIC_NAME.test(name) || LOCKABLE_NAME.test(name)
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** What a stored file is, by its own name. */
export function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

const MAX_AVATAR_WIDTH = Math.max(...AVATAR_WIDTHS)
const MAX_IMAGE_WIDTH = Math.max(...PICTURE_WIDTHS)
const ID_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** Whether this is a name such as we give to files. */
export function isMediaId(id: string): boolean {
  return ID_PATTERN.test(id)
}

/** Where a picture of a person is had; other widths stand in the place of the number. */
export function avatarUrl(id: string, width: number = MAX_AVATAR_WIDTH): string {
  return `/media/${id}/${width}.webp`
}

/** Where a picture of a card, or one that was made to order, is had; other widths stand in the place of the number. */
export function imageUrl(id: string, width: number = MAX_IMAGE_WIDTH): string {
  return `/media/${id}/${width}.webp`
}

/** Where a blurred picture is had, by its own name. */
export function thumbnailUrl(thumbnailId: string): string {
  return `/media/${thumbnailId}/${BLURRED_NAME}`
}

/** The blurred picture that an address leads to; null for what is none. */
export function thumbnailIdFromUrl(address: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(address)?.[1]
  return id && address === thumbnailUrl(id) ? id : null
}

/** The picture that an address leads to; null for what is no address of ours. */
export function avatarIdFromUrl(address: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(address)?.[1]
  return id && address === avatarUrl(id) ? id : null
}

/** The name in the address of a picture, or a name by itself; null for anything else. */
export function mediaIdFromReference(reference: string): string | null {
  if (isMediaId(reference)) return reference
  return /^\/media\/([A-Za-z0-9_-]{43})\/[0-9]{2,4}\.webp$/.exec(reference)?.[1] ?? null
}

/** What was sealed in a signed address; null for what is none. */
export function signatureFromUrl(address: string): string | null {
  return /^\/media\/signed\/([A-Za-z0-9_-]+)\/[a-z0-9.-]+$/.exec(address)?.[1] ?? null
}
