import { AVATAR_WIDTHS } from '@everkin/contract/limits.ts'

const LARGEST = Math.max(...AVATAR_WIDTHS)

/** Where a picture of a person is had; other widths stand in the place of the number. */
export function avatarAddress(id: string, width: number = LARGEST): string {
  return `/media/${id}/${width}.webp`
}

/** The file of an avatar in its largest width. */
export const LARGEST_AVATAR = `${LARGEST}.webp`

/** The picture that an address leads to; null for what is no address of ours. */
export function idOfAvatar(address: string): string | null {
  const id = /^\/media\/([A-Za-z0-9_-]{43})\//.exec(address)?.[1]
  return id && address === avatarAddress(id) ? id : null
}
