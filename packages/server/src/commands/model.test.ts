import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../platform/command-line.ts'
import { RECOMMENDED_MODELS } from '../providers/text-model/gguf/recommended-models.ts'
import { runModelCommand } from './model.ts'

let dataDir: string
let said: string[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'everkin-command-'))
  said = []
})
afterEach(() => rm(dataDir, { recursive: true }))

const run = (...words: string[]) =>
  runModelCommand(words, dataDir, { say: (line) => said.push(line), progress: () => undefined })

describe('the command model', () => {
  it('lists the recommended models, with size and licence, and marks the installed ones', async () => {
    await mkdir(join(dataDir, 'models'))
    await writeFile(join(dataDir, 'models', RECOMMENDED_MODELS[0]?.fileName ?? ''), 'GGUF')
    expect(await run()).toBe(0)
    for (const model of RECOMMENDED_MODELS) expect(said.join('\n')).toContain(model.title)
    expect(said.join('\n')).toContain('0.5 GB, Apache-2.0, by Qwen')
    expect(said.filter((line) => line.includes('(downloaded)'))).toHaveLength(1)
  })

  it.each([
    [['no-such-model'], 'There is no model named no-such-model'],
    [['https://example.org/a.gguf'], 'needs --sha256'],
    [['https://example.org/a.gguf', '--sha256', 'abc'], 'needs --sha256'],
    [['http://example.org/a.gguf', '--sha256', 'a'.repeat(64)], 'https only'],
    [['--unknown'], 'unknown'],
    [['one', 'two'], commandLine('model', '<name>')],
  ])('%j is answered with one clear message', async (words, message) => {
    expect(await run(...words)).toBe(1)
    expect(said.join('\n')).toContain(message)
    expect(said).toHaveLength(1)
  })

  it('recommends only URLs with a revision, and complete checksums', () => {
    for (const model of RECOMMENDED_MODELS) {
      expect(model.url).toMatch(/^https:\/\/.+\/resolve\/[0-9a-f]{40}\/.+\.gguf$/)
      expect(model.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(model.url.endsWith(model.fileName)).toBe(true)
    }
  })
})
