import { existsSync, readdirSync } from 'node:fs'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { specOfCharacter } from '@everkin/painter/known/known.ts'
import { paintPortrait } from '@everkin/painter/paint-portrait.ts'
import type { PortraitSpec } from '@everkin/painter/spec.ts'
import type { View } from '@everkin/painter/view.ts'
import { z } from 'zod'
import { LIBRARY_FOLDER, readLibraryFile } from '../../platform/library-file.ts'
import { CLIP, paintClip } from './paint-clip.ts'
import { PIXELS, rasterise } from './rasterise.ts'

const Item = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  kind: z.enum(['image', 'video']),
  locked: z.boolean(),
  /** how the painter shows the character; its names are the painter's own */
  view: z.record(z.string(), z.union([z.string(), z.number()])),
  captions: z.record(z.enum(LOCALE_CODES), z.string().min(1)),
})
const Album = z.object({ items: z.array(Item).min(1) })

export type LibraryAlbumItem = z.output<typeof Item>

/** A picture or clip of an album of the library, ready to be stored. */
export interface PaintedItem {
  bytes: Uint8Array
  mediaType: 'image/webp' | 'video/webm'
  width: number
  height: number
  /** of a clip */
  durationMs?: number
}

/** The albums that come with the software, by the id of the character. @throws Error naming what is wrong in a file. */
export function readLibraryAlbums(): Map<string, LibraryAlbumItem[]> {
  const folder = new URL('albums/', LIBRARY_FOLDER)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return new Map(files.sort().map((file) => [file.replace(/\.json$/, ''), albumOf(file.replace(/\.json$/, ''))]))
}

/**
 * Paints an item of a character's album: a WebP in under 300 ms, or a clip in a few seconds. The same item always gives
 * the same picture. @throws Error where the library has no such item.
 */
export async function paintAlbumItem(characterId: string, itemId: string): Promise<PaintedItem> {
  const { spec, item, view } = subjectOf(characterId, itemId)
  if (item.kind === 'image') return posterOf(characterId, itemId)
  const { bytes, durationMs } = await paintClip(spec, view)
  return { bytes, mediaType: 'video/webm', width: CLIP.width, height: CLIP.height, durationMs }
}

/** The picture that stands for an item: the item itself, or the first moment of a clip. */
export async function posterOf(characterId: string, itemId: string): Promise<PaintedItem> {
  const { spec, view } = subjectOf(characterId, itemId)
  const size = view.size ?? 'portrait'
  const bytes = await rasterise({ drawing: paintPortrait(spec, view) }, size)
  return { bytes, mediaType: 'image/webp', ...PIXELS[size] }
}

/** They come with the software and stay as they are while it runs. */
const albums = new Map<string, LibraryAlbumItem[]>()

function albumOf(characterId: string): LibraryAlbumItem[] {
  if (!/^[a-z]+$/.test(characterId)) throw new Error('not a character of the library')
  const items = albums.get(characterId) ?? readLibraryFile(Album, `albums/${characterId}.json`).items
  albums.set(characterId, items)
  return items
}

function subjectOf(characterId: string, itemId: string): { spec: PortraitSpec; item: LibraryAlbumItem; view: View } {
  const item = albumOf(characterId).find(({ id }) => id === itemId)
  const spec = specOfCharacter(characterId)
  if (!item || !spec) throw new Error('the library has no such item')
  // A test holds every view in the library to the painter's names.
  return { spec, item, view: item.view as View }
}
