import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { createImportStorage, createMediaStorage } from '../media/file-storage.ts'
import { describeStorage } from './storage.suite.ts'

describe('files in a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'everkin-folder-'))
  let count = 0
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  describeStorage(async () => {
    const folder = join(root, String(++count))
    const parts = ['media', 'card-files'].map((name) => join(folder, name, 'trash'))
    return {
      media: createMediaStorage(join(folder, 'media')),
      imports: createImportStorage(join(folder, 'card-files')),
      trashed: async () =>
        parts.flatMap((part) => {
          try {
            return readdirSync(part).flatMap((day) => readdirSync(join(part, day)).map((name) => `${day}/${name}`))
          } catch {
            return [] // nothing has been thrown away
          }
        }),
    }
  })
})
