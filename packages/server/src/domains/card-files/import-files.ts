/** Where the files lie that people brought, each under the SHA-256 of its bytes. */
export interface ImportFiles {
  /** Stores all of it or nothing; one that is there already counts as new. */
  place(hash: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(hash: string): Promise<Uint8Array | null>
  /** Those that are gone already do no harm. */
  remove(hashes: readonly string[]): Promise<void>
  /** The files that were placed, and not since, before this moment. */
  listBefore(moment: Date): Promise<string[]>
}
