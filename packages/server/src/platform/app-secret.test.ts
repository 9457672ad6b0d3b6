import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FALLBACKS_FILE, loadAppSecret, SECRET_FILE } from './app-secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'everkin-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))
const load = (appSecret: string | null = null, appSecretFallbacks: string[] = []) =>
  loadAppSecret({ appSecret, appSecretFallbacks, dataDir })

describe('the secret of the server', () => {
  it('is generated once and stored', () => {
    const { current, fallbacks } = load()
    expect(current).toMatch(/^[\w-]{43}$/)
    expect(fallbacks).toEqual([])
    expect(load()).toEqual({ current, fallbacks })
    expect(readFileSync(join(dataDir, SECRET_FILE), 'utf8').trim()).toBe(current)
  })

  it('is the configured one, and then none is generated', () => {
    expect(load('configured', ['older'])).toEqual({ current: 'configured', fallbacks: ['older'] })
    expect(existsSync(join(dataDir, SECRET_FILE))).toBe(false)
  })

  it('is replaced by renaming its file, which may have several lines', () => {
    const first = load().current
    renameSync(join(dataDir, SECRET_FILE), join(dataDir, FALLBACKS_FILE))
    const second = load()
    expect(second.current).not.toBe(first)
    expect(second.fallbacks).toEqual([first])
    writeFileSync(join(dataDir, FALLBACKS_FILE), `${first}\n\n${second.current}\n`)
    rmSync(join(dataDir, SECRET_FILE))
    expect(load().fallbacks).toEqual([first, second.current])
  })

  it('is no fallback of itself', () => {
    expect(load('configured', ['older', 'configured', 'older']).fallbacks).toEqual(['older'])
  })
})
