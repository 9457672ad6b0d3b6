import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '@everkin/testing/postgres-cluster.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { type ConnectOptions, connectDatabase } from './connect.ts'
import { DataFolderInUse, hasDatabase } from './data-folder.ts'
import { PostgresUnavailable, startEmbeddedPostgres } from './embedded-postgres.ts'
import { openPostgres } from './postgres.ts'

const isInstalled = findPostgres() !== null
if (!isInstalled) console.warn('SKIPPED: PostgreSQL as the embedded database, because it is not installed')

/** PostgreSQL refuses to run as root, so a run as root uses the user nobody. */
const isRoot = process.getuid?.() === 0
const user = { uid: 65_534, gid: 65_534 }
const identity = isRoot ? { user } : {}
const options: ConnectOptions = isRoot ? { postgresUser: user } : {}
const log = createLog('silent')

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'everkin-own-postgres-'))
  if (isRoot) chownSync(dataDir, user.uid, user.gid)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const connect = (embeddedDatabase: 'pglite' | 'postgres', more: ConnectOptions = options) =>
  connectDatabase({ databaseUrl: null, dataDir, embeddedDatabase }, systemClock, log, more)
const setAside = () => readdirSync(dataDir).filter((name) => name.includes('.moved-'))

describe.runIf(isInstalled)('PostgreSQL as the embedded database', { timeout: 240_000 }, () => {
  it('keeps what was committed, and waits for the disk', async () => {
    const database = await connect('postgres')
    expect(database.kind).toBe('embedded')
    expect(await database.query('show fsync')).toEqual([{ fsync: 'on' }])
    expect(await database.query('show listen_addresses')).toEqual([{ listen_addresses: '' }])
    // Letters of every script are letters, as in PGlite.
    expect(
      await database.query(`select lower('É') as lower, cardinality(show_trgm('灯台守')) > 0 as "hasTrigrams"`),
    ).toEqual([{ lower: 'é', hasTrigrams: true }])
    await database.query(`insert into age_mark values ('\\x01', '2027-01-01')`)
    await expect(connect('postgres')).rejects.toThrow(DataFolderInUse)
    await database.close()
    const again = await connect('postgres')
    expect(await again.query('select count(*) as count from age_mark')).toEqual([{ count: 1 }])
    await again.close()
    expect(hasDatabase(dataDir, 'pglite')).toBe(false)
  })

  const fill = async (kind: 'pglite' | 'postgres') => {
    const database = await connect(kind)
    await database.query(`insert into age_mark values ('\\x01', '2027-01-01'), ('\\x02', '2027-02-01')`)
    await database.close()
  }

  it.each([
    ['pglite', 'postgres', 'database'],
    ['postgres', 'pglite', 'postgres'],
  ] as const)('DUR-13: the data of %s move to %s, and the old folder is kept', async (from, to, folder) => {
    await fill(from)
    const moved = await connect(to)
    expect(await moved.query('select count(*) as count from age_mark')).toEqual([{ count: 2 }])
    await moved.close()
    expect(setAside()).toEqual([expect.stringContaining(`${folder}.moved-`)])
    expect([hasDatabase(dataDir, from), hasDatabase(dataDir, to)]).toEqual([false, true])
  })

  it('is opened as it is by a backup, whatever the setting', async () => {
    await fill('postgres')
    const opened = await connect('pglite', { ...options, asItIs: true })
    expect(await opened.query('select count(*) as count from age_mark')).toEqual([{ count: 2 }])
    await opened.close()
    expect(setAside()).toEqual([])
  })

  it('stops with a process that is killed, and the next start has what was committed', async () => {
    const directory = join(dataDir, 'postgres')
    const of = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
    const script = `
      import { startEmbeddedPostgres } from ${of('./embedded-postgres.ts')}
      import { openPostgres } from ${of('./postgres.ts')}
      const server = await startEmbeddedPostgres(${JSON.stringify(directory)}, { log: console, ...${JSON.stringify(identity)} })
      const database = openPostgres(server.url, () => undefined)
      await database.script('create table sample (id int); insert into sample values (7)')
      console.log(server.pid())`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = await once(child.stdout, 'data')
    child.kill('SIGKILL')
    const next = await startEmbeddedPostgres(directory, { log, ...identity })
    expect(next.pid()).not.toBe(Number(output))
    const database = openPostgres(next.url, () => undefined)
    expect(await database.query('select id from sample')).toEqual([{ id: 7 }])
    await database.close()
    await next.stop()
    expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false)
  })

  it('is started again when its server is killed', async () => {
    const server = await startEmbeddedPostgres(join(dataDir, 'postgres'), { log, ...identity, minRestartMs: 0 })
    const database = openPostgres(server.url, () => undefined)
    await database.script('create table sample (id int); insert into sample values (7)')
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    const count = () => database.query('select count(*) as count from sample').catch(() => null)
    // 0 is no server: for a moment a connection to the one that was killed still answers.
    await expect.poll(() => ![0, killed].includes(server.pid()) && count()).toEqual([{ count: 1 }])
    await database.close()
    await server.stop()
  })

  it('stops although it has only just been started again', async () => {
    const directory = join(dataDir, 'postgres')
    const restarted = Promise.withResolvers<void>()
    const restartLog = { ...log, error: () => setImmediate(restarted.resolve) }
    const server = await startEmbeddedPostgres(directory, { log: restartLog, ...identity, minRestartMs: 0 })
    process.kill(server.pid(), 'SIGKILL')
    await restarted.promise
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never) // nothing may call it
    await server.stop()
    expect(exit).not.toHaveBeenCalled()
    exit.mockRestore()
    expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false)
  })
})

describe('where PostgreSQL cannot run', () => {
  it.runIf(isRoot)('DUR-13: PGlite is used, and keeps its data', async () => {
    const database = await connect('postgres', {})
    await database.query(`insert into age_mark values ('\\x01', '2027-01-01')`)
    await database.close()
    const again = await connect('postgres', {})
    expect(await again.query('select count(*) as count from age_mark')).toEqual([{ count: 1 }])
    await again.close()
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'database.ready'])
  })

  it.runIf(isRoot && isInstalled)('nothing starts if the data are in PostgreSQL', async () => {
    await (await connect('postgres')).close()
    await expect(connect('postgres', {})).rejects.toThrow(PostgresUnavailable)
    await expect(connect('pglite', {})).rejects.toThrow(PostgresUnavailable)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.ready'])
  })
})
