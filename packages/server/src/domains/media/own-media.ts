import type { Queryable } from '../../platform/db/database.ts'
import type { MediaFiles } from './media-files.ts'
import { deleteMediaOf, selectMediaOf } from './store.ts'
import { namesOf } from './sweep-media.ts'

/** A person's uploaded pictures, for the copy of their data: each with its bytes as they are stored. */
export async function* readMediaOf(
  db: Queryable,
  files: MediaFiles,
  personId: string,
): AsyncGenerator<{ purpose: string; createdAt: Date; bytes: Uint8Array; ending: string }> {
  for (const media of await selectMediaOf(db, personId)) {
    const bytes = await files.read(media.id, media.main_file)
    if (bytes) yield { purpose: media.purpose, createdAt: media.created_at, bytes, ending: endingOf(media.main_file) }
  }
}

/** Lets go of an erased person's pictures; gives what removes their files once that has been committed. */
export async function forgetMedia(tx: Queryable, files: MediaFiles, personId: string): Promise<() => Promise<void>> {
  const rows = await deleteMediaOf(tx, personId)
  return () => files.remove(namesOf(rows))
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
