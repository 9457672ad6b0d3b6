import { newSecret } from '../../platform/ids.ts'
import { LOCKED_VIDEOS } from '../media/file-names.ts'
import type { AlbumServices } from './services.ts'
import { type ItemRow, selectLibraryItemByName, updateFiles } from './store.ts'

type MakeServices = Pick<AlbumServices, 'database' | 'media' | 'library'>

const underway = new Map<string, Promise<boolean>>()

/**
 * Paints what an item of the library lacks: its files, and its blurred picture, whichever of the two names is asked for.
 * False for a name that is none of theirs. Several who ask at once wait for one painting.
 */
export async function makeFiles(services: MakeServices, name: string): Promise<boolean> {
  const [item] = await selectLibraryItemByName(services.database, name)
  if (!item) return false
  const known = underway.get(item.id)
  if (known) return known
  const making = paint(services, item).finally(() => underway.delete(item.id))
  underway.set(item.id, making)
  return making
}

async function paint({ database, media, library }: MakeServices, item: ItemRow): Promise<boolean> {
  const painted = await library.paint(item.cardId, item.libraryRef ?? '')
  const picture = await media.repaint(painted.picture, 'locked_image')
  if (!picture.thumbnail) return false
  const clip = painted.clip && { name: LOCKED_VIDEOS[1], bytes: painted.clip.bytes }
  await media.files.place(item.fileId, clip ? [...picture.files, clip] : picture.files)
  await media.files.place(item.thumbnailId, picture.thumbnail)
  await updateFiles(database, {
    ...{ id: item.id, kind: clip ? 'video' : 'image', mainFile: clip?.name ?? picture.main, smallFile: picture.small },
    ...{ width: picture.width, height: picture.height, durationMs: painted.clip?.durationMs ?? null },
  })
  return true
}

/** Two names that nobody can guess and that have nothing to do with each other. */
export function newNames(): { fileId: string; thumbnailId: string } {
  return { fileId: newSecret(), thumbnailId: newSecret() }
}
