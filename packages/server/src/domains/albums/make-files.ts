import { newSecret } from '../../platform/ids.ts'
import { LOCKED_VIDEOS } from '../media/file-names.ts'
import type { AlbumServices } from './services.ts'
import { type ItemRow, selectLibraryItemByName, updateFiles } from './store.ts'

type MakeServices = Pick<AlbumServices, 'database' | 'media' | 'library'>

const underway = new Map<string, Promise<boolean>>()

/**
 * Paints what an item of the library lacks: its files, or its blurred picture, for which a clip is not made. False for a
 * name that is none of theirs. Several who ask at once wait for one painting.
 */
export async function makeFiles(services: MakeServices, name: string): Promise<boolean> {
  const [item] = await selectLibraryItemByName(services.database, name)
  if (!item) return false
  const known = underway.get(name)
  if (known) return known
  const making = paint(services, item, name).finally(() => underway.delete(name))
  underway.set(name, making)
  return making
}

async function paint({ database, media, library }: MakeServices, item: ItemRow, name: string): Promise<boolean> {
  const itemId = item.libraryRef ?? ''
  const picture = await media.repaint(await library.picture(item.cardId, itemId), 'locked_image', 'algorithmicMedia')
  if (!picture.thumbnail) return false
  await media.files.place(item.thumbnailId, picture.thumbnail)
  if (name === item.thumbnailId) return true
  const made = item.kind === 'video' ? await library.clip(item.cardId, itemId) : null
  const clip = made && { name: LOCKED_VIDEOS[1], bytes: made.bytes }
  await media.files.place(item.fileId, clip ? [...picture.files, clip] : picture.files)
  await updateFiles(database, {
    id: item.id,
    mainFile: clip?.name ?? picture.main,
    smallFile: picture.small,
    width: picture.width,
    height: picture.height,
    durationMs: made?.durationMs ?? null,
  })
  return true
}

/** Two names that nobody can guess and that have nothing to do with each other. */
export function newNames(): { fileId: string; thumbnailId: string } {
  return { fileId: newSecret(), thumbnailId: newSecret() }
}
