import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensurePrivateFolder } from './private-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o1777

describe('a private folder', () => {
  it('is created for its owner alone, and restricted if it was open', () => {
    const path = join(folder, 'a', 'b')
    expect(ensurePrivateFolder(path)).toBe(true)
    expect(modeOf(path)).toBe(0o700)
    chmodSync(path, 0o777)
    expect(ensurePrivateFolder(path)).toBe(true)
    expect(modeOf(path)).toBe(0o700)
  })

  it('is never made of a folder that is shared by everyone', () => {
    const path = join(folder, 'shared')
    mkdirSync(path)
    chmodSync(path, 0o1777)
    expect(ensurePrivateFolder(path)).toBe(false)
    expect(modeOf(path)).toBe(0o1777)
  })
})

describe('the data folder', { timeout: 60_000 }, () => {
  /** Runs a program of the server with a permissive umask until it ends or the condition holds. */
  async function run(file: string, until: () => boolean = () => false): Promise<void> {
    const program = new URL(file, import.meta.url).pathname
    const child = spawn('/bin/sh', ['-c', 'umask 022 && exec "$0" "$1"', process.execPath, program], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: join(folder, 'data') },
      stdio: 'ignore',
    })
    const ended = once(child, 'close')
    while (child.exitCode === null && !until()) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGKILL')
    await ended
  }
  const openTo = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => (modeOf(join(path, name)) & 0o077) !== 0)
      .map(({ name }) => name)

  it('is closed to other users by the server, with everything in it', async () => {
    const data = join(folder, 'data')
    await run('../main.ts', () => existsSync(join(data, 'database.ready')))
    expect([modeOf(data), modeOf(join(data, 'database'))]).toEqual([0o700, 0o700])
    expect(openTo(data)).toEqual([])
  })

  it('is closed by a command, and again by the next start if it was open', async () => {
    const data = join(folder, 'data')
    const modes = () => [modeOf(data), modeOf(join(data, 'database'))]
    await run('../commands/migrate.ts')
    expect(modes()).toEqual([0o700, 0o700])
    expect(openTo(data)).toEqual([])
    for (const path of [data, join(data, 'database')]) chmodSync(path, 0o755)
    await run('../commands/migrate.ts')
    expect(modes()).toEqual([0o700, 0o700])
  })
})
