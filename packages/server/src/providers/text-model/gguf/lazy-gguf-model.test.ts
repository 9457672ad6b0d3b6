import { describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../fake.ts'
import { readAll, requestFor } from '../text-model.suite.ts'
import type { GgufModel } from './gguf-model.ts'
import { openGgufLazily } from './lazy-gguf-model.ts'

const SETTINGS = { modelPath: '/models/tiny.gguf', dataDir: '/nowhere' }

/** A loader of a fake model that counts what happens. */
function counting(fails = 0) {
  const counts = { loaded: 0, closed: 0 }
  const create = async (): Promise<GgufModel> => {
    counts.loaded += 1
    if (counts.loaded <= fails) throw new Error('The file is broken.')
    const fake = createFakeTextModel({ reply: { parts: ['One', ' two'] }, contextTokens: 2048 })
    const close = async () => {
      counts.closed += 1
    }
    return { ...fake, kind: 'gguf', close }
  }
  return { counts, model: openGgufLazily(SETTINGS, create) }
}

describe('openGgufLazily', () => {
  it('loads the file for the first reply, once for all', async () => {
    const { counts, model } = counting()
    expect(model).toMatchObject({ kind: 'gguf', name: 'tiny', contextTokens: 8192 })
    expect(counts.loaded).toBe(0)
    const replies = await Promise.all([readAll(model, requestFor()), readAll(model, requestFor())])
    expect(replies.map(({ text }) => text)).toEqual(['One two', 'One two'])
    expect(counts.loaded).toBe(1)
    expect(model.contextTokens).toBe(2048)
  })

  it('says why the file cannot be loaded, and tries again with the next reply', async () => {
    const { model } = counting(1)
    await expect(readAll(model, requestFor())).rejects.toMatchObject({
      fault: 'unreachable',
      reason: 'model',
      detail: 'The file is broken.',
    })
    expect((await readAll(model, requestFor())).text).toBe('One two')
  })

  it('is loaded when a reply is prepared, and says nothing when it cannot be', async () => {
    const { counts, model } = counting(1)
    const expected = async () => requestFor().messages
    await model.prepare?.(expected)
    expect(counts.loaded).toBe(1)
    await model.prepare?.(expected)
    expect((await readAll(model, requestFor())).text).toBe('One two')
    expect(counts.loaded).toBe(2)
  })

  it('frees the memory once no reply is under way', async () => {
    const { counts, model } = counting()
    const parts = model.stream(requestFor())[Symbol.asyncIterator]()
    await parts.next()
    const closing = model.close?.()
    expect(counts.closed).toBe(0)
    for (let part = await parts.next(); !part.done; part = await parts.next());
    await closing
    expect(counts.closed).toBe(1)
  })
})
