import { existsSync, readdirSync } from 'node:fs'
import { KEEPSAKE_KINDS } from '@everkin/contract/entities/pictures.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { type Keepsake, paintKeepsake } from '@everkin/painter/keepsakes/keepsakes.ts'
import { specOfCharacter } from '@everkin/painter/known/known.ts'
import { paintFrame } from '@everkin/painter/paint-frame.ts'
import { paintPortrait } from '@everkin/painter/paint-portrait.ts'
import type { PortraitSpec } from '@everkin/painter/spec.ts'
import { PAGE_WIDTHS, type View } from '@everkin/painter/view.ts'
import { z } from 'zod'
import type { LibraryAlbums } from '../../modules/albums/module.ts'
import { LIBRARY_FOLDER, readLibraryFile } from '../../platform/library-file.ts'
import { encodeClip } from '../media/webm-clip.ts'
import { IMAGE_DIMENSIONS, rasterizeToWebp } from './rasterize.ts'

const Thing = z.object({
  type: z.enum(KEEPSAKE_KINDS),
  paper: z.string(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  scene: z.string(),
  heading: z.string().min(1),
  lines: z.array(z.string()),
  note: z.string().optional(),
  mark: z.string().optional(),
})
const Item = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  kind: z.enum(['image', 'video']),
  locked: z.boolean(),
  /** how the painter shows the character; its names are the painter's own */
  view: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** a thing from the character's world, in place of a view */
  keepsake: Thing.optional(),
  /** no longer in the album, but painted for those who unlocked it */
  retired: z.boolean().default(false),
  captions: z.record(z.enum(LOCALE_CODES), z.string().min(1)),
})
const Album = z.object({ items: z.array(Item).min(1) })

export type LibraryAlbumItem = z.output<typeof Item>

/** A rendered image or clip of a library album, ready to be stored. */
export interface PaintedItem {
  bytes: Uint8Array
  mediaType: 'image/webp' | 'video/webm'
  width: number
  height: number
  /** of a clip */
  durationMs?: number
}

/** The albums that ship with the software, by character id. @throws Error naming the mistake in a file. */
export function loadLibraryAlbums(): Map<string, LibraryAlbumItem[]> {
  const folder = new URL('albums/', LIBRARY_FOLDER)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return new Map(files.sort().map((file) => [file.replace(/\.json$/, ''), loadAlbum(file.replace(/\.json$/, ''))]))
}

/**
 * Renders an item of a character's album: a WebP in under 300 ms, or a clip in a few seconds. The same item always
 * gives the same image. @throws Error for an unknown item.
 */
export async function paintAlbumItem(characterId: string, itemId: string): Promise<PaintedItem> {
  const { spec, item, view } = findAlbumItem(characterId, itemId)
  if (item.kind === 'image') return paintPoster(characterId, itemId)
  const { bytes, durationMs } = await renderClip(spec, view)
  return { bytes, mediaType: 'video/webm', width: CLIP.width, height: CLIP.height, durationMs }
}

/** The poster image of an item: the item itself, or the first frame of a clip. */
export async function paintPoster(characterId: string, itemId: string): Promise<PaintedItem> {
  const { spec, item, view } = findAlbumItem(characterId, itemId)
  const size = view.size ?? 'portrait'
  // A test checks every keepsake in the library against the painter's names.
  const drawing = item.keepsake ? paintKeepsake(item.keepsake as Keepsake) : paintPortrait(spec, view)
  const bytes = await rasterizeToWebp({ drawing }, size)
  return { bytes, mediaType: 'image/webp', ...IMAGE_DIMENSIONS[size] }
}

/** They ship with the software and do not change while it runs. */
const albums = new Map<string, LibraryAlbumItem[]>()

function loadAlbum(characterId: string): LibraryAlbumItem[] {
  if (!/^[a-z]+$/.test(characterId)) throw new Error('not a character of the library')
  const items = albums.get(characterId) ?? readLibraryFile(Album, `albums/${characterId}.json`).items
  albums.set(characterId, items)
  return items
}

function findAlbumItem(
  characterId: string,
  itemId: string,
): { spec: PortraitSpec; item: LibraryAlbumItem; view: View } {
  const item = loadAlbum(characterId).find(({ id }) => id === itemId)
  const spec = specOfCharacter(characterId)
  if (!item || !spec) throw new Error('the library has no such item')
  // A test checks every view in the library against the painter's names.
  return { spec, item, view: item.view as View }
}

const CLIP = { width: 480, height: 640, framesPerSecond: 12, frames: 42 } as const
const CLIP_QUALITY = 68

/** A few seconds of a breathing and blinking character, as a WebM that loops seamlessly; takes a few seconds. */
async function renderClip(spec: PortraitSpec, view: View): Promise<{ bytes: Uint8Array; durationMs: number }> {
  // Loaded with the first clip, so that a server without clips does not load libvips.
  const { default: sharp } = await import('sharp')
  const { width, height, framesPerSecond } = CLIP
  const frames: Uint8Array[] = []
  for (let index = 0; index < CLIP.frames; index += 1) {
    const svg = paintFrame(spec, { ...view, size: 'portrait' }, index / CLIP.frames)
    frames.push(
      await sharp(Buffer.from(svg), { density: (72 * width) / PAGE_WIDTHS.portrait })
        .resize(width, height)
        .flatten({ background: '#000000' })
        .webp({ quality: CLIP_QUALITY, effort: 3 })
        .toBuffer(),
    )
  }
  const bytes = await encodeClip({ frames, width, height, framesPerSecond })
  return { bytes, durationMs: Math.round((CLIP.frames * 1000) / framesPerSecond) }
}

/** The library's albums as rendered by the built-in painter. */
export const libraryAlbums: LibraryAlbums = {
  read: () =>
    new Map(
      [...loadLibraryAlbums()].map(([id, items]) => [
        id,
        items.filter(({ retired }) => !retired).map((item) => ({ ...item, keepsake: item.keepsake?.type ?? null })),
      ]),
    ),
  picture: async (characterId, itemId) => (await paintPoster(characterId, itemId)).bytes,
  async clip(characterId, itemId) {
    const item = await paintAlbumItem(characterId, itemId)
    return item.mediaType === 'video/webm' ? { bytes: item.bytes, durationMs: item.durationMs ?? null } : null
  },
}
