import type { Queryable } from '../../platform/db/database.ts'
import type { ImportFiles } from './import-files.ts'
import type { CardFileKind } from './open-file.ts'
import { deleteImportsOf, selectImportsOf, selectNamed } from './store.ts'

const EXTENSIONS: Record<CardFileKind, string> = { PNG: 'png', APNG: 'png', JSON: 'json', CHARX: 'charx', JPEG: 'jpg' }

/** The files that a person brought, for the copy of their data, as they came. */
export async function* readImportsOf(
  db: Queryable,
  files: ImportFiles,
  personId: string,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const row of await selectImportsOf(db, personId)) {
    const bytes = await files.read(row.file_hash)
    if (bytes) yield { name: `${row.card_id ?? 'unsaved'} ${row.id}.${EXTENSIONS[row.kind]}`, bytes }
  }
}

/** Lets go of an erased person's files; gives what removes those that nobody else has brought, once that is committed. */
export async function forgetImports(tx: Queryable, files: ImportFiles, personId: string): Promise<() => Promise<void>> {
  const hashes = [...new Set((await deleteImportsOf(tx, personId)).map((row) => row.file_hash))]
  const named = new Set((await selectNamed(tx, hashes)).map((row) => row.file_hash))
  return () => files.remove(hashes.filter((hash) => !named.has(hash)))
}
