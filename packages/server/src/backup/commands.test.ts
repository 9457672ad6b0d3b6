import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startS3Server } from '@everkin/testing/servers/s3-server.ts'
import { bareTestDatabase, prepareDataFolder, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import type { Database } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'

const root = mkdtempSync(join(tmpdir(), 'everkin-commands-'))
const dataDir = join(root, 'data')
const COMMANDS = fileURLToPath(new URL('../commands/', import.meta.url))
const s3 = await startS3Server()

function run(command: string, args: string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: join(root, 'compile-cache'),
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      // As in the container image. No command opens a port.
      HOST: '0.0.0.0',
      ...environment,
    }
    const child = spawn(process.execPath, [join(COMMANDS, `${command}.ts`), ...args], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    child.once('close', (code) => resolve({ code, said }))
  })
}

describe('the commands backup, restore, move and storage', () => {
  const backup = join(root, 'backup')
  let database: Database
  beforeAll(async () => {
    await prepareDataFolder(dataDir)
    database = await connectDatabase({ databaseUrl: null, dataDir }, systemClock, createLog('silent'))
    await database.query(`insert into person (id, created_at) values ('p', now())`)
    mkdirSync(join(dataDir, 'card-files'))
    writeFileSync(join(dataDir, 'card-files', 'a'.repeat(64)), 'a file that no row refers to')
    writeFileSync(join(dataDir, 'app-secret'), 's'.repeat(40))
    writeFileSync(join(dataDir, 'app-secret-fallbacks'), 'o'.repeat(40))
  })
  afterAll(async () => {
    await s3?.close()
    rmSync(root, { recursive: true, force: true })
  })

  it('wait until the server has left the embedded database', async () => {
    const { code, said } = await run('backup', ['--to', backup])
    expect([code, said]).toEqual([1, expect.stringMatching(/^The data folder .* is in use by another Everkin.*\n$/)])
    expect(existsSync(backup)).toBe(false)
    await database.close()
  })

  it('say how they are called', async () => {
    for (const [command, args] of [
      ['restore', ['--to', 'x']],
      ['storage', ['move', '--to', 'mars']],
    ] as const) {
      for (const [environment, line] of [
        [{}, `node packages/server/src/commands/${command}.ts `],
        [{ npm_lifecycle_event: command }, `npm run ${command} -- `],
      ] as const) {
        const { code, said } = await run(command, [...args], environment)
        expect([code, said]).toEqual([1, expect.stringContaining(line)])
      }
    }
  })

  it('back up and restore, with the check of a restore at the end', async () => {
    const made = await run('backup', ['--to', backup, '--with-secret'])
    expect(made).toEqual({ code: 0, said: expect.stringContaining('1 file (28 bytes)') })
    expect(made.said).toContain('contains the secret')
    const restored = { DATA_DIR: join(root, 'restored') }
    const result = await run('restore', ['--from', backup], restored)
    expect(result).toEqual({ code: 0, said: expect.stringContaining('The server can start.') })
    expect(result.said).toContain('1 file. They and the balances are as in the backup')
    for (const file of ['app-secret', 'app-secret-fallbacks'])
      expect(readFileSync(join(root, 'restored', file))).toEqual(readFileSync(join(dataDir, file)))
    const again = await run('restore', ['--from', backup], restored)
    expect(again).toEqual({ code: 1, said: expect.stringContaining('There is a database in') })
  })

  it('say in one line what is wrong with the source', async () => {
    const nothing = await run('backup', ['--to', join(root, 'x')], { DATA_DIR: join(root, 'nothing') })
    expect(nothing).toEqual({ code: 1, said: expect.stringMatching(/^There is no embedded database in .*\n$/) })
    const nowhere = await run('backup', ['--to', join(root, 'x')], { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect(nowhere).toEqual({ code: 1, said: 'The database cannot be reached: check DATABASE_URL.\n' })
    expect(existsSync(join(root, 'x'))).toBe(false)
  })

  it('say in one line that the disk is full, and leave no backup', async (test) => {
    const small = join(root, 'small')
    mkdirSync(small)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'none', small]).status !== 0) test.skip()
    try {
      const { code, said } = await run('backup', ['--to', join(small, 'backup')])
      expect([code, said]).toEqual([1, expect.stringMatching(/^The disk is full\..*\n$/)])
      expect(existsSync(join(small, 'backup'))).toBe(false)
    } finally {
      spawnSync('umount', [small])
    }
  })

  it.skipIf(!testPostgresUrl)('move the data to PostgreSQL once', async () => {
    const target = await bareTestDatabase('postgres')
    try {
      const environment = { DATABASE_URL: target.url ?? '' }
      const moved = await run('move', ['--to', 'postgres'], environment)
      expect(moved).toEqual({ code: 0, said: expect.stringContaining('Rows and balances are the same') })
      expect(await target.database.query('select id from person')).toEqual([{ id: 'p' }])
      const again = await run('move', ['--to', 'postgres'], environment)
      expect(again).toEqual({ code: 1, said: expect.stringContaining('The target database is not empty') })
    } finally {
      await target.drop()
    }
  })

  it.skipIf(!s3)('move the files to S3, and name what is wrong with the bucket', async () => {
    const environment = s3?.environment ?? {}
    const wrong = await run('storage', ['move', '--to', 's3'], { ...environment, STORAGE_SECRET_KEY: 'wrong' })
    expect(wrong).toEqual({ code: 1, said: expect.stringMatching(/^The bucket refused the keys \(403 .*\n$/) })
    const missing = {
      ...environment,
      STORAGE_URL: (environment.STORAGE_URL ?? '').replace('everkin-test', 'not-there'),
    }
    const lost = await run('storage', ['move', '--to', 's3'], missing)
    expect(lost).toEqual({ code: 1, said: 'Setting STORAGE_URL names a bucket that does not exist.\n' })
    const moved = await run('storage', ['move', '--to', 's3', '--remove-source'], environment)
    expect(moved).toEqual({ code: 0, said: expect.stringContaining(': 1 file. Kept there: 0.') })
    expect(existsSync(join(dataDir, 'card-files', 'a'.repeat(64)))).toBe(false)
    const back = await run('storage', ['move', '--to', 'folder'], environment)
    expect(back).toEqual({ code: 0, said: expect.stringContaining('Copied now: 1.') })
    expect(existsSync(join(dataDir, 'card-files', 'a'.repeat(64)))).toBe(true)
  })

  it.skipIf(!s3)(
    'say that the keys of the bucket have expired, leave nothing half done, and can be repeated',
    async () => {
      const environment = s3?.environment ?? {}
      const expired = {
        code: 1,
        said: expect.stringMatching(/^The keys of the bucket have expired \(400 ExpiredToken\).*\n$/),
      }
      for (const name of ['b', 'c']) writeFileSync(join(dataDir, 'card-files', name.repeat(64)), name.repeat(1000))
      s3?.behave({ expiresAfter: 5 })
      expect(await run('storage', ['move', '--to', 's3', '--remove-source'], environment)).toEqual(expired)
      for (const name of ['b', 'c']) expect(existsSync(join(dataDir, 'card-files', name.repeat(64)))).toBe(true)
      s3?.behave('well')
      const moved = await run('storage', ['move', '--to', 's3'], environment)
      expect(moved).toEqual({ code: 0, said: expect.stringContaining('3 files') })

      const target = join(root, 'expired')
      s3?.behave({ expiresAfter: 4 })
      expect(await run('backup', ['--to', target], environment)).toEqual(expired)
      expect([existsSync(target), existsSync(`${target}.partial`)]).toEqual([false, false])
      s3?.behave('well')
      expect(await run('backup', ['--to', target], environment)).toMatchObject({ code: 0 })
    },
  )
})
