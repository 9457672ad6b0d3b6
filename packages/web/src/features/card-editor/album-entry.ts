import { textOf, textsOf, toObject } from '../../lib/coerce.ts'

/** A picture or video of an album in the form: already on the card (`id`) or just uploaded (`upload_id`). */
export interface AlbumEntry {
  id?: string
  upload_id?: string
  kind: 'image' | 'video'
  thumbnail: string
  locked: boolean
  /** Price in coins, as typed; empty for the default price. */
  price: string
  caption: string
  keys: string[]
}

/** Reads an album from a card or a draft; entries without a file are left out. */
export function readAlbum(album: unknown): AlbumEntry[] {
  if (!Array.isArray(album)) return []
  return album.map(toObject).flatMap((item) => {
    const named =
      typeof item.id === 'string'
        ? { id: item.id }
        : typeof item.upload_id === 'string'
          ? { upload_id: item.upload_id }
          : null
    if (!named) return []
    return [
      {
        ...named,
        kind: item.kind === 'video' ? ('video' as const) : ('image' as const),
        // The creator sees the item itself, not the blurred preview that others see.
        thumbnail: (item.kind !== 'video' && textOf(item.url)) || textOf(item.thumbnail),
        locked: item.locked === true,
        price: typeof item.price === 'number' ? String(item.price) : textOf(item.price),
        caption: textOf(item.caption),
        keys: textsOf(item.keys),
      },
    ]
  })
}
