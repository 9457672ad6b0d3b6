import { AVATAR_WIDTHS, PICTURE_WIDTHS } from '@everkin/contract/limits.ts'
import { BLURRED } from './file-names.ts'

const LARGEST = Math.max(...AVATAR_WIDTHS)
const LARGEST_PICTURE = Math.max(...PICTURE_WIDTHS)
const ID = /^[A-Za-z0-9_-]{43}$/

/** Whether this is a name such as we give to files. */
export function isMediaId(id: string): boolean {
  return ID.test(id)
}

/** Where a picture of a person is had; other widths stand in the place of the number. */
export function avatarAddress(id: string, width: number = LARGEST): string {
  return `/media/${id}/${width}.webp`
}

/** Where a picture of a card, or one that was made to order, is had; other widths stand in the place of the number. */
export function pictureAddress(id: string, width: number = LARGEST_PICTURE): string {
  return `/media/${id}/${width}.webp`
}

/** Where a blurred picture is had, by its own name. */
export function thumbnailAddress(thumbnailId: string): string {
  return `/media/${thumbnailId}/${BLURRED}`
}

/** The blurred picture that an address leads to; null for what is none. */
export function idOfThumbnail(address: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(address)?.[1]
  return id && address === thumbnailAddress(id) ? id : null
}

/** The picture that an address leads to; null for what is no address of ours. */
export function idOfAvatar(address: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(address)?.[1]
  return id && address === avatarAddress(id) ? id : null
}

/** The name in the address of a picture, or a name by itself; null for anything else. */
export function idOfReference(reference: string): string | null {
  if (isMediaId(reference)) return reference
  return /^\/media\/([A-Za-z0-9_-]{43})\/[0-9]{2,4}\.webp$/.exec(reference)?.[1] ?? null
}

/** What was sealed in a signed address; null for what is none. */
export function signatureOf(address: string): string | null {
  return /^\/media\/signed\/([A-Za-z0-9_-]+)\/[a-z0-9.-]+$/.exec(address)?.[1] ?? null
}
