import { newSecret } from '../../platform/ids.ts'
import { LOCKED_VIDEO_NAMES } from '../media/module.ts'
import type { AlbumServices } from './services.ts'
import { type ItemRow, selectLibraryItemByName, updateItemFiles } from './store.ts'

type RenderServices = Pick<AlbumServices, 'database' | 'media' | 'library'>

const inProgress = new Map<string, Promise<boolean>>()

/**
 * Renders what is missing of a library item: its files, or only its blurred image, for which no clip is rendered.
 * Returns false for an id that is not a library item. Concurrent callers share one rendering.
 */
export async function renderLibraryItem(services: RenderServices, name: string): Promise<boolean> {
  const [item] = await selectLibraryItemByName(services.database, name)
  if (!item) return false
  const running = inProgress.get(name)
  if (running) return running
  const rendering = renderItem(services, item, name).finally(() => inProgress.delete(name))
  inProgress.set(name, rendering)
  return rendering
}

async function renderItem({ database, media, library }: RenderServices, item: ItemRow, name: string): Promise<boolean> {
  const itemId = item.libraryRef ?? ''
  const picture = await media.reencodeImage(
    await library.picture(item.cardId, itemId),
    'locked_image',
    'algorithmicMedia',
  )
  if (!picture.thumbnail) return false
  await media.files.place(item.thumbnailId, picture.thumbnail)
  if (name === item.thumbnailId) return true
  const renderedClip = item.kind === 'video' ? await library.clip(item.cardId, itemId) : null
  const clip = renderedClip && { name: LOCKED_VIDEO_NAMES[1], bytes: renderedClip.bytes }
  await media.files.place(item.fileId, clip ? [...picture.files, clip] : picture.files)
  await updateItemFiles(database, {
    id: item.id,
    mainFile: clip?.name ?? picture.main,
    smallFile: picture.small,
    width: picture.width,
    height: picture.height,
    durationMs: renderedClip?.durationMs ?? null,
  })
  return true
}

/** Two unguessable ids that are unrelated to each other. */
export function newFileIds(): { fileId: string; thumbnailId: string } {
  return { fileId: newSecret(), thumbnailId: newSecret() }
}
