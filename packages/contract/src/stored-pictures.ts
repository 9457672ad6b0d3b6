/** Widths, in pixels, in which every portrait and cover is stored as WebP. */
export const PICTURE_WIDTHS = [96, 240, 480, 960] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/**
 * URL of an image in another of the stored widths. An image URL on the wire ends in `/<width>.webp` (the largest);
 * other URLs are returned unchanged.
 */
export function pictureAtWidth(url: string, width: PictureWidth): string {
  return url.replace(/\/\d+\.webp$/, `/${width}.webp`)
}

/** The preview image for shared links, stored beside the other widths, 1200 × 630. */
export const SHARE_PICTURE = 'share.jpg'

/** URL of a stored image's preview; null for a URL that is not one of our images. */
export function sharePictureOf(url: string | null): string | null {
  return url && /\/\d+\.webp$/.test(url) ? url.replace(/\/\d+\.webp$/, `/${SHARE_PICTURE}`) : null
}

/** Widths, in pixels, of a person's avatar, square and as WebP. */
export const AVATAR_WIDTHS = [96, 240, 480] as const

/** Longest sides, in pixels, of a lockable image. */
export const LOCKABLE_SIDES = [480, 960, 1600] as const
