import { looseOf, textOf, textsOf } from './coerce.ts'

/** A picture or video of an album in the form: in the card already (`id`) or just uploaded (`upload_id`). */
export interface AlbumEntry {
  id?: string
  upload_id?: string
  kind: 'image' | 'video'
  thumbnail: string
  locked: boolean
  /** In coins, as it is typed; empty for the house's own. */
  price: string
  caption: string
  keys: string[]
}

/** An album as it was read or as a draft has it; what names no file is left out. */
export function readAlbum(album: unknown): AlbumEntry[] {
  if (!Array.isArray(album)) return []
  return album.map(looseOf).flatMap((item) => {
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
        // Its maker is shown what it is, not the blurred picture that others see.
        thumbnail: (item.kind !== 'video' && textOf(item.url)) || textOf(item.thumbnail),
        locked: item.locked === true,
        price: typeof item.price === 'number' ? String(item.price) : textOf(item.price),
        caption: textOf(item.caption),
        keys: textsOf(item.keys),
      },
    ]
  })
}
