import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeTinyGguf } from '@everkin/testing/tiny-gguf.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../../platform/command-line.ts'
import { describeTextModel, readAll, requestFor } from '../text-model.suite.ts'
import { createGgufModel, type GgufModel } from './gguf-model.ts'
import { GgufRuntimeMissing, installGgufRuntime, MANIFEST, runtimeFolder } from './runtime.ts'

// Kept between runs: installing takes about ten seconds and needs the network.
const cache = join(import.meta.dirname, '../../../../../node_modules/.cache/everkin-gguf')

async function runtimeIsThere(): Promise<boolean> {
  if (existsSync(join(runtimeFolder(cache), 'node_modules', 'node-llama-cpp', 'package.json'))) return true
  await mkdir(cache, { recursive: true })
  return installGgufRuntime(cache).then(
    () => true,
    (error: Error) => {
      console.warn(`SKIPPED: the embedded GGUF model was not tested. ${error.message}`)
      return false
    },
  )
}
const isThere = await runtimeIsThere()

describe.skipIf(!isThere)('a GGUF file through llama.cpp', () => {
  let folder: string
  let model: GgufModel

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'everkin-gguf-'))
    await writeTinyGguf(join(folder, 'tiny.gguf'))
    // One thread: on a busy machine llama.cpp's threads would wait for each other.
    model = await createGgufModel({ modelPath: join(folder, 'tiny.gguf'), dataDir: cache, threads: 1, seed: 7 })
  })
  afterAll(async () => {
    await model.close()
    await rm(folder, { recursive: true })
  })

  describeTextModel('the embedded model', async () => ({ model }))

  it('is named after its file and knows its context', () => {
    expect(model).toMatchObject({ kind: 'gguf', name: 'tiny', contextTokens: 2048 })
  })

  it('continues a partial reply', async () => {
    const request = requestFor({ isContinuation: true, maxReplyTokens: 20 })
    request.messages.push({ role: 'assistant', content: 'The lamp' })
    expect((await readAll(model, request)).text).not.toBe('')
  })

  it('counts with its own tokenizer', () => {
    // Its vocabulary has letters, and the mark of a word's beginning.
    expect(model.countTokens?.('lamp')).toBe(5)
    expect(model.countTokens?.('lamp '.repeat(30_000))).toBeGreaterThan(100_000)
  })

  it('reports what a reply took, and what of the prompt was still there from the last one', async () => {
    const request = requestFor({ maxReplyTokens: 5 })
    await readAll(model, requestFor({ maxReplyTokens: 5, stop: [] }))
    const { finish } = await readAll(model, request)
    const usage = finish?.type === 'finish' ? finish.usage : null
    const words = request.messages.reduce((sum, { content }) => sum + (model.countTokens?.(content) ?? 0), 0)
    expect(usage?.promptTokens).toBeGreaterThan(words)
    expect(usage?.promptTokens).toBeLessThan(words + 100)
    expect(usage?.cachedTokens).toBeGreaterThan(words / 2)
    expect(usage?.replyTokens).toBeGreaterThan(0)
  })

  it('has read the beginning of a prompt that it was prepared for', async () => {
    const { messages } = requestFor()
    const [system, ...rest] = messages
    const content = `${system?.content} ${'The ferry leaves the quay in fog. '.repeat(8)}`
    const own = [{ role: 'system' as const, content }, ...rest]
    await model.prepare?.(async () => own.slice(0, 1))
    const { finish } = await readAll(model, requestFor({ messages: own, maxReplyTokens: 5 }))
    const usage = finish?.type === 'finish' ? finish.usage : null
    expect(usage?.cachedTokens).toBeGreaterThanOrEqual(model.countTokens?.(content) ?? 0)
  })

  it('writes the same with the same seed, and something else at another temperature', async () => {
    const rest = {
      topP: null,
      topK: 20,
      minP: null,
      repetitionPenalty: 1.2,
      frequencyPenalty: null,
      presencePenalty: 0.1,
    }
    const write = (seed: number, temperature: number) =>
      readAll(model, requestFor({ maxReplyTokens: 20, stop: [], samplers: { ...rest, seed, temperature } }))
    const { text } = await write(3, 0.9)
    expect((await write(3, 0.9)).text).toBe(text)
    expect((await write(4, 1.9)).text).not.toBe(text)
  })

  it('a file that is not a model is an error, not a crash', async () => {
    await expect(createGgufModel({ modelPath: import.meta.filename, dataDir: cache, threads: 1 })).rejects.toThrow()
  })
})

describe('without the runtime', () => {
  it('is installed from a lock file with a checksum for every package', () => {
    const lock = JSON.parse(readFileSync(new URL('./runtime-lock.json', import.meta.url), 'utf8')) as {
      packages: Record<string, { dependencies?: object; integrity?: string }>
    } // our own file
    const { '': root, ...packages } = lock.packages
    expect(root?.dependencies).toEqual(MANIFEST.dependencies)
    expect(Object.keys(packages).length).toBeGreaterThan(50)
    expect(Object.keys(packages).filter((name) => !packages[name]?.integrity?.startsWith('sha512-'))).toEqual([])
  })

  it('reports what is missing and how to install it', async () => {
    const attempt = createGgufModel({ modelPath: 'x.gguf', dataDir: '/nowhere' })
    await expect(attempt).rejects.toThrow(GgufRuntimeMissing)
    await expect(attempt).rejects.toThrow(commandLine('model', 'runtime'))
  })
})
