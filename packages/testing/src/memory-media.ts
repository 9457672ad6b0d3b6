import type { ImportFiles } from '@everkin/server/domains/card-files/import-files.ts'
import type { MediaFile, MediaFiles } from '@everkin/server/domains/media/media-files.ts'
import type { OwnedFiles } from '@everkin/server/platform/file-owner.ts'

/** Pictures in memory, for tests that want no folder. */
export function memoryMedia(): MediaFiles & { ids(): string[] } {
  const kept = new Map<string, readonly MediaFile[]>()
  return {
    ...ownedMemory(kept),
    ids: () => [...kept.keys()],
    place: async (id, files) => void kept.set(id, files),
    read: async (id, name, range) => {
      const bytes = kept.get(id)?.find((file) => file.name === name)?.bytes ?? null
      return bytes && range ? bytes.subarray(range.start, range.end + 1) : bytes
    },
    sizeOf: async (id, name) => kept.get(id)?.find((file) => file.name === name)?.bytes.length ?? null,
    remove: async (ids) => {
      for (const id of ids) kept.delete(id)
    },
  }
}

/** Brought files in memory, for the same. */
export function memoryImports(): ImportFiles {
  const kept = new Map<string, Uint8Array>()
  return {
    ...ownedMemory(kept),
    place: async (hash, bytes) => void kept.set(hash, bytes),
    read: async (hash) => kept.get(hash) ?? null,
    remove: async (hashes) => {
      for (const hash of hashes) kept.delete(hash)
    },
  }
}

function ownedMemory(kept: Map<string, unknown>): OwnedFiles {
  let owner: string | null = null
  return {
    folder: 'memory',
    readOwner: async () => owner,
    writeOwner: async (id) => {
      owner ??= id
    },
    listBefore: async () => [...kept.keys()],
    moveToTrash: async (names) => {
      for (const name of names) kept.delete(name)
    },
    deleteOld: async () => undefined,
  }
}
