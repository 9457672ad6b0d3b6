import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '../../platform/ids.ts'
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

describe('a file that cannot be written, for example on a full disk', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'everkin-full-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  it('leaves nothing of the other files of its media', async () => {
    const files = ['first.webp', 'no-such-folder/second.webp'].map((name) => ({ name, bytes: Buffer.from('bytes') }))
    await expect(createMediaStorage(folder).place(newSecret(), files)).rejects.toThrow('ENOENT')
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves nothing of an import', async () => {
    const hash = 'a'.repeat(64)
    mkdirSync(join(folder, hash)) // a file cannot take the place of a folder
    await expect(createImportStorage(folder).place(hash, Buffer.from('bytes'))).rejects.toThrow('EISDIR')
    expect(readdirSync(folder)).toEqual([hash])
  })
})
