import type { LOCKABLE_SIDES } from '@everkin/contract/limits.ts'

/** A file that can be locked is never shown under the name of what it belongs to (AZ-04): these begin so. */
const LOCKED = 'locked-'

/** A picture, or the frame of a video, that can be locked. */
export function lockedPicture(side: (typeof LOCKABLE_SIDES)[number]): string {
  return `${LOCKED}${side}.webp`
}

export const LOCKED_VIDEOS = ['locked-video.mp4', 'locked-video.webm'] as const

/** The only file of a blurred picture. */
export const BLURRED = '240.webp'

const OPEN = /^(?:[0-9]{2,4}\.webp|share\.jpg)$/
const LOCKABLE = /^locked-(?:[0-9]{3,4}\.webp|video\.(?:mp4|webm))$/

/** Whether a file is shown to whoever knows its name. */
export function isOpenFile(name: string): boolean {
  return OPEN.test(name)
}

/** Whether it is one of the names that we give. */
export function isFileName(name: string): boolean {
  return OPEN.test(name) || LOCKABLE.test(name)
}

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** What a stored file is, by its own name. */
export function mediaTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
