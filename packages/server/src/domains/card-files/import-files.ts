import type { OwnedFiles } from '../../platform/file-owner.ts'

/** Where the files lie that people brought, each under the SHA-256 of its bytes. */
export interface ImportFiles extends OwnedFiles {
  /** Stores all of it or nothing; one that is there already counts as new. */
  place(hash: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(hash: string): Promise<Uint8Array | null>
  /** Those that are gone already do no harm. */
  remove(hashes: readonly string[]): Promise<void>
}
