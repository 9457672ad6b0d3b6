import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { enterRunFolder } from './run-folder.ts'

describe('enterRunFolder', () => {
  it('is the temporary folder until it is removed, with all that is in it', () => {
    const before = tmpdir()
    const remove = enterRunFolder()
    const inside = mkdtempSync(join(tmpdir(), 'file-'))
    expect(dirname(inside)).not.toBe(before)
    remove()
    expect(tmpdir()).toBe(before)
    expect(existsSync(inside)).toBe(false)
  })

  it('removes the folders of runs that were killed, and only those', () => {
    const remove = enterRunFolder()
    const parent = dirname(tmpdir())
    remove()
    const { pid } = spawnSync(process.execPath, ['--version'])
    const abandoned = join(parent, `everkin-tests-${pid}-abandoned`)
    const inUse = join(parent, `everkin-tests-${process.pid}-in-use`)
    mkdirSync(abandoned)
    mkdirSync(inUse)
    enterRunFolder()()
    expect(existsSync(abandoned)).toBe(false)
    expect(existsSync(inUse)).toBe(true)
    rmSync(inUse, { recursive: true })
  })
})
