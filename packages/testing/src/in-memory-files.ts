import { Readable } from 'node:stream'
import type { ErasureJournal } from '@everkin/server/modules/accounts/deletion/erasure-journal.ts'
import type { ImportStorage } from '@everkin/server/modules/card-files/services.ts'
import type { MediaFile, MediaStorage } from '@everkin/server/modules/media/media-ports.ts'
import type { OwnedFolder } from '@everkin/server/platform/owned-folder.ts'

/** Media storage in memory, for tests without a folder. */
export function inMemoryMedia(): MediaStorage & { ids(): string[] } {
  const stored = new Map<string, readonly MediaFile[]>()
  return {
    ...inMemoryOwnedFolder(stored),
    ids: () => [...stored.keys()],
    place: async (id, files) => void stored.set(id, files),
    read: async (id, name, range) => {
      const bytes = stored.get(id)?.find((file) => file.name === name)?.bytes ?? null
      return bytes && range ? bytes.subarray(range.start, range.end + 1) : bytes
    },
    stream: async (id, name) => {
      const bytes = stored.get(id)?.find((file) => file.name === name)?.bytes
      return bytes ? Readable.from([bytes]) : null
    },
    locate: async () => null,
    sizeOf: async (id, name) => stored.get(id)?.find((file) => file.name === name)?.bytes.length ?? null,
    remove: async (ids) => {
      for (const id of ids) stored.delete(id)
    },
  }
}

/** Storage of imported files in memory. */
export function inMemoryImports(): ImportStorage {
  const stored = new Map<string, Uint8Array>()
  return {
    ...inMemoryOwnedFolder(stored),
    place: async (hash, bytes) => void stored.set(hash, bytes),
    read: async (hash) => stored.get(hash) ?? null,
    has: async (hash) => stored.has(hash),
    remove: async (hashes) => {
      for (const hash of hashes) stored.delete(hash)
    },
  }
}

/** An erasure journal in memory. */
export function inMemoryJournal(): ErasureJournal {
  const ids = new Set<string>()
  return {
    append: async (entries) => {
      for (const { personId } of entries) ids.add(personId)
    },
    readIds: async () => ids,
  }
}

function inMemoryOwnedFolder(stored: Map<string, unknown>): OwnedFolder {
  let owner: string | null = null
  return {
    folder: 'memory',
    readOwner: async () => owner,
    writeOwner: async (id) => {
      owner ??= id
    },
    listBefore: async () => [...stored.keys()],
    moveToTrash: async (names) => {
      for (const name of names) stored.delete(name)
    },
    purgeTrash: async () => undefined,
  }
}
