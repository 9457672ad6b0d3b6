import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { connectDatabase } from './connect.ts'
import {
  DataFolderDamaged,
  DataFolderInUse,
  lockDataFolder,
  lockWhenFree,
  prepareDatabaseFolder,
} from './data-folder.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const log = createLog('silent')
let folder = ''
/** Where the system reports a process's start time and state. */
const hasProc = existsSync('/proc/self/stat')
const lockFile = () => join(folder, 'everkin.lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-folder-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** A child process that holds the folder's lock until it is killed; resolves once it has it, or has ended. */
async function holder(): Promise<{ pid: number; output: string; end(): Promise<void> }> {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder.ts', import.meta.url).href)}
    try {
      lockDataFolder(${JSON.stringify(folder)})
      console.log('held')
      setInterval(() => undefined, 1000)
    } catch (error) { console.log(error.message) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [output] = (await once(child.stdout, 'data')) as [Buffer] // no encoding was set
  return {
    pid: child.pid ?? 0,
    output: String(output).trim(),
    end: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

describe('the lock of the data folder', () => {
  it('DUR-11: rejects a second process, naming the first, and leaves the lock unchanged', async () => {
    const first = await holder()
    const held = readFileSync(lockFile(), 'utf8')
    const second = await holder()
    expect(second.output).toBe(
      `The data folder ${folder} is in use by another Everkin (process ${first.pid}). Stop it first, or set another DATA_DIR.`,
    )
    expect(readFileSync(lockFile(), 'utf8')).toBe(held)
    await second.end()
    await first.end()
  })

  it('DUR-11: takes over the lock of a process that was killed', async () => {
    const first = await holder()
    await first.end()
    expect(existsSync(lockFile())).toBe(true)
    const unlock = lockDataFolder(folder)
    expect(readFileSync(lockFile(), 'utf8')).toContain(String(process.pid))
    unlock()
    expect(readdirSync(folder)).toEqual([])
  })

  it('DUR-11: lets one of several processes through that start at the same moment', async () => {
    const killed = await holder()
    await killed.end()
    const all = await Promise.all(Array.from({ length: 6 }, holder))
    expect(all.filter(({ output }) => output === 'held')).toHaveLength(1)
    await Promise.all(all.map((one) => one.end()))
  })

  it.runIf(hasProc)('does not mistake a new process with the same pid for the holder', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.ppid, started: '1' }))
    lockDataFolder(folder)()
  })

  it('trusts a running process whose start time is unknown', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.ppid, started: null }))
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse)
  })

  it.runIf(hasProc)('does not wait for a zombie', async () => {
    // The inner shell ends at once; its parent becomes a sleep that never reads its exit status.
    const shell = spawn('sh', ['-c', 'sh -c "echo \\$\\$" & exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [output] = (await once(shell.stdout, 'data')) as [Buffer] // no encoding was set
    const zombie = Number(String(output))
    const isZombie = () => /\) Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8'))
    while (!isZombie()) await new Promise((resolve) => setTimeout(resolve, 5))
    writeFileSync(lockFile(), JSON.stringify({ pid: zombie, started: null }))
    lockDataFolder(folder)()
    shell.kill('SIGKILL')
    await once(shell, 'exit')
  })

  it.each(['', 'not JSON', '[]', 'null', '{"pid":"1"}', '{"pid":999999999}'])(
    'takes over a lock that says %j',
    (text) => {
      writeFileSync(lockFile(), text)
      lockDataFolder(folder)()
    },
  )

  describe('of a process in another container, which cannot be looked up', () => {
    const elsewhere = JSON.stringify({ pid: process.ppid, started: '1', scope: 'another boot or namespace' })
    const age = (seconds: number) => {
      const then = new Date(Date.now() - seconds * 1_000)
      utimesSync(lockFile(), then, then)
    }
    afterEach(() => void vi.useRealTimers())

    it('DUR-11: holds while its heartbeat is young', () => {
      writeFileSync(lockFile(), elsewhere)
      age(20)
      expect(() => lockDataFolder(folder)).toThrow(/another container or on another machine/)
      expect(readFileSync(lockFile(), 'utf8')).toBe(elsewhere)
    })

    it('DUR-11: is taken over when its heartbeat has stopped', () => {
      writeFileSync(lockFile(), elsewhere)
      age(40)
      lockDataFolder(folder)()
      expect(existsSync(lockFile())).toBe(false)
    })

    it('DUR-11: is waited for at the start', async () => {
      writeFileSync(lockFile(), elsewhere)
      setTimeout(() => rmSync(lockFile()), 100)
      const unlock = await lockWhenFree(folder, log)
      expect(readFileSync(lockFile(), 'utf8')).toContain(String(process.pid))
      unlock()
    })

    it('keeps its own heartbeat young, puts a deleted lock back, and notices when it is another’s', () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      let lost = 0
      const unlock = lockDataFolder(folder, () => lost++)
      age(100)
      vi.advanceTimersByTime(5_000)
      expect(Date.now() - statSync(lockFile()).mtimeMs).toBeLessThan(50_000)
      rmSync(lockFile())
      vi.advanceTimersByTime(5_000)
      expect(existsSync(lockFile())).toBe(true)
      expect(lost).toBe(0)
      writeFileSync(lockFile(), elsewhere)
      vi.advanceTimersByTime(60_000)
      expect(lost).toBe(1)
      unlock()
      expect(readFileSync(lockFile(), 'utf8')).toBe(elsewhere)
    })
  })

  it('removes only its own lock', () => {
    const unlock = lockDataFolder(folder)
    writeFileSync(lockFile(), 'of someone else')
    unlock()
    expect(readFileSync(lockFile(), 'utf8')).toBe('of someone else')
  })

  it('is refused to the same process that holds it', () => {
    const unlock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse)
    unlock()
  })
})

describe('the folder of the embedded database', () => {
  it('DUR-12: moves an incomplete one aside and deletes nothing', () => {
    mkdirSync(join(folder, 'database'))
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '17')
    const prepared = prepareDatabaseFolder(folder, NOW)
    expect(prepared.movedAside).toBe(join(folder, 'database.half-made-2026-11-20T120000.000Z'))
    expect(readFileSync(join(prepared.movedAside ?? '', 'PG_VERSION'), 'utf8')).toBe('17')
    expect(existsSync(prepared.directory)).toBe(false)
  })

  it('DUR-12: moves one aside whose first start was never completed', () => {
    mkdirSync(join(folder, 'database', 'global'), { recursive: true })
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '17')
    writeFileSync(join(folder, 'database', 'global', 'pg_control'), 'x')
    expect(prepareDatabaseFolder(folder, NOW).movedAside).not.toBeNull()
  })

  it('DUR-12: rejects one that was in use and lost a file, and does not move it', () => {
    mkdirSync(join(folder, 'database', 'base'), { recursive: true })
    writeFileSync(join(folder, 'database.ready'), '')
    expect(() => prepareDatabaseFolder(folder, NOW)).toThrow(DataFolderDamaged)
    expect(existsSync(join(folder, 'database', 'base'))).toBe(true)
  })

  // It creates a database on disk and opens it twice more, which takes a busy machine long.
  it('DUR-12: keeps its data over restarts, and rejects a damaged one in one line without touching it', {
    timeout: 120_000,
  }, async () => {
    const settings = { databaseUrl: null, dataDir: folder }
    const database = await connectDatabase(settings, systemClock, log)
    await database.query(`insert into person (id, created_at) values ('kept', now())`)
    await expect(connectDatabase(settings, systemClock, log)).rejects.toThrow(DataFolderInUse)
    await database.close()
    expect(existsSync(lockFile())).toBe(false)

    const again = await connectDatabase(settings, systemClock, log)
    expect(await again.query('select id from person')).toEqual([{ id: 'kept' }])
    await again.close()

    const wal = join(folder, 'database', 'pg_wal')
    for (const file of readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name)))
      truncateSync(join(wal, file), 100)
    const before = readdirSync(join(folder, 'database'), { recursive: true }).length
    const refused = connectDatabase(settings, systemClock, log)
    await expect(refused).rejects.toThrow(DataFolderDamaged)
    await expect(refused).rejects.toThrow(/^The database in [^\n]+ cannot be opened: [^\n]+$/)
    expect(readdirSync(join(folder, 'database'), { recursive: true }).length).toBeGreaterThanOrEqual(before)
    expect(existsSync(lockFile())).toBe(false)
  })
})
