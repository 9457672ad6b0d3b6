import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importFolder, purgeImports } from '../modules/card-files/import-lifecycle.ts'
import { mediaFolder, purgeMedia } from '../modules/media/media-lifecycle.ts'
import { createImportStorage, createMediaStorage } from '../providers/media/file-storage.ts'
import type { Database } from './db/database.ts'
import type { Log } from './log.ts'
import { claimFolder, inspectFolder, loadInstallationId, OWNER_FILE } from './owned-folder.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let database: Database
let folder: string
beforeAll(async () => {
  opened = await openTestDatabase('embedded')
  database = opened.database
  await database.query(`insert into person (id, created_at) values ('p', $1)`, [NOW])
})
afterAll(() => opened.drop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-owner-'))
  await database.query('delete from media_file')
  await database.query('delete from card_import')
  return () => rmSync(folder, { recursive: true, force: true })
})

/** A server's purges on this folder, a minute after a start; `used` are the media ids in use. */
async function start({ at = NOW, used = [] as string[] } = {}) {
  const errors: string[] = []
  const log = { error: (_facts: object, message: string) => errors.push(message) } as unknown as Log // all that is called
  let now = at
  const clock = { now: () => now }
  const media = {
    database,
    log,
    clock,
    files: createMediaStorage(join(folder, 'media')),
    mediaInUse: async (_db: unknown, ids: readonly string[]) => new Set(ids.filter((id) => used.includes(id))),
  }
  const imports = { database, log, clock, files: createImportStorage(join(folder, 'card-files')) }
  await claimFolder(mediaFolder(media))
  await claimFolder(importFolder(imports))
  const sweep = async () => {
    await purgeMedia(media)
    await purgeImports(imports)
  }
  await sweep()
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { errors, sweep, later, media, imports }
}

/** Places old files of both kinds as an earlier version left them: without an owner. */
function leave(...letters: string[]) {
  const old = new Date(NOW.getTime() - 2 * HOUR_MS)
  for (const letter of letters) {
    const picture = join(folder, 'media', letter.repeat(64).slice(0, 43))
    mkdirSync(picture, { recursive: true })
    writeFileSync(join(picture, '480.webp'), letter)
    mkdirSync(join(folder, 'card-files'), { recursive: true })
    const file = join(folder, 'card-files', letter.repeat(64).slice(0, 64))
    writeFileSync(file, letter)
    for (const path of [picture, file]) utimesSync(path, old, old)
  }
}
async function know(...letters: string[]) {
  for (const letter of letters) {
    await database.query(
      `insert into media_file (id, person_id, purpose, width, height, bytes, created_at) values ($1, 'p', 'card', 1, 1, 1, $2)`,
      [letter.repeat(43), NOW],
    )
    await database.query(
      `insert into card_import (id, person_id, file_hash, content_hash, kind, format, pictures, bytes, created_at)
       values ($1, 'p', $2, $1, 'JSON', 'v2', 0, 1, $3)`,
      [letter, letter.repeat(64), NOW],
    )
  }
}
const lying = (part: 'media' | 'card-files') =>
  readdirSync(join(folder, part))
    .filter((name) => name.length > 20)
    .map((name) => name[0])
    .filter((letter) => letter !== 'e')
    .sort()
const bothLie = () => [lying('media'), lying('card-files')]
const trashOf = (part: 'media' | 'card-files') =>
  existsSync(join(folder, part, 'trash')) ? readdirSync(join(folder, part, 'trash')) : []

describe('files that the database does not know', () => {
  it('are never touched by an empty database in front of a full folder, which logs once what to do', async () => {
    leave('a', 'b', 'c')
    const { errors, sweep } = await start({ used: ['a'.repeat(43)] })
    await sweep()
    expect(bothLie()).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
    expect(errors).toHaveLength(2)
    const id = await loadInstallationId(database)
    expect(errors[0]).toMatch(new RegExp(`nothing in it is removed.*DATA_DIR.*write ${id} into ${OWNER_FILE}`))
    // Files stored meanwhile do not make the rest its own at the next start.
    leave('d')
    await know('d')
    expect((await start()).errors).toHaveLength(2)
    expect(bothLie()).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd'],
    ])
    for (const part of ['media', 'card-files']) writeFileSync(join(folder, part, OWNER_FILE), `${id}\n`)
    expect((await start()).errors).toEqual([])
    expect(bothLie()).toEqual([['d'], ['d']])
  })

  it('are never touched in a folder that another database owns', async () => {
    leave('a')
    await start()
    for (const part of ['media', 'card-files']) writeFileSync(join(folder, part, OWNER_FILE), 'another')
    await know('a')
    leave('b')
    expect((await start()).errors).toHaveLength(2)
    expect(bothLie()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('nor when the owner file disappears while the server runs, as with a removed disk', async () => {
    const { sweep, errors } = await start()
    for (const part of ['media', 'card-files']) rmSync(join(folder, part, OWNER_FILE))
    leave('a')
    await sweep()
    expect(bothLie()).toEqual([['a'], ['a']])
    expect(errors).toHaveLength(2)
  })

  it('are moved to the trash for seven days when the database owns the folder', async () => {
    expect((await start()).errors).toEqual([])
    leave('a', 'b')
    await know('a')
    await start()
    expect(bothLie()).toEqual([['a'], ['a']])
    expect(readFileSync(join(folder, 'media', 'trash', '2026-11-20', 'b'.repeat(43), '480.webp'), 'utf8')).toBe('b')
    expect(readFileSync(join(folder, 'card-files', 'trash', '2026-11-20', 'b'.repeat(64)), 'utf8')).toBe('b')
    await start({ at: new Date(NOW.getTime() + 7 * DAY_MS) })
    expect([trashOf('media'), trashOf('card-files')]).toEqual([['2026-11-20'], ['2026-11-20']])
    const { later, sweep } = await start({ at: new Date(NOW.getTime() + 8 * DAY_MS) })
    later(HOUR_MS)
    await sweep()
    expect([trashOf('media'), trashOf('card-files')].flat()).not.toContain('2026-11-20')
  })

  it('are left alone for an hour after a start while the database has no rows, as before a restore', async () => {
    await start()
    leave('a')
    const { sweep, later, errors } = await start()
    later(HOUR_MS - 1)
    await sweep()
    expect(bothLie()).toEqual([['a'], ['a']])
    later(1)
    await sweep()
    expect([bothLie(), errors]).toEqual([[[], []], []])
  })

  it('are left alone when they are a large part of the folder, which is logged once', async () => {
    await know('a')
    await start()
    const names = Array.from({ length: 51 }, (_, n) => n.toString(16).padStart(2, '0'))
    for (const name of names) leave(name)
    const { errors, sweep } = await start()
    await sweep()
    expect([lying('media').length, lying('card-files').length]).toEqual([51, 51])
    expect(errors).toHaveLength(2)
    expect(errors[0]).toMatch(/does not know a large part.*restore-check.* --move-unreferenced/)
  })

  it('are reported beside rows without a file', async () => {
    leave('a', 'b')
    await know('a', 'c')
    const { media, imports } = await start()
    for (const [letters, report] of [
      [43, await inspectFolder(mediaFolder(media))],
      [64, await inspectFolder(importFolder(imports))],
    ] as const)
      expect(report).toMatchObject({
        isOwn: false,
        stored: 2,
        unreferenced: ['b'.repeat(letters)],
        missing: ['c'.repeat(letters)],
      })
  })
})

describe('a folder of an earlier version', () => {
  it('is claimed by the database that knows its files', async () => {
    leave('a', 'b', 'c')
    await know('a', 'b')
    expect((await start()).errors).toEqual([])
    const id = await loadInstallationId(database)
    for (const part of ['media', 'card-files'])
      expect(readFileSync(join(folder, part, OWNER_FILE), 'utf8').trim()).toBe(id)
    expect(bothLie()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('is claimed when all its files are known', async () => {
    leave('a')
    rmSync(join(folder, 'card-files'), { recursive: true })
    expect((await start({ used: ['a'.repeat(43)] })).errors).toEqual([])
    expect(lying('media')).toEqual(['a'])
  })
})
