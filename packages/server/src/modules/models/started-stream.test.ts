import { describe, expect, it } from 'vitest'
import { createDeferredStream, startStream } from './started-stream.ts'
import type { TextModelPart } from './text-model.ts'

const said = (text: string): TextModelPart => ({ type: 'text', text })

/** A stream that records what is asked of it. */
function recordedStream(texts: readonly string[], fault?: Error) {
  const log: string[] = []
  async function* stream(): AsyncGenerator<TextModelPart> {
    try {
      for (const text of texts) {
        log.push(text)
        yield said(text)
      }
      if (fault) throw fault
    } finally {
      log.push('closed')
    }
  }
  return { log, stream }
}

describe('a stream whose beginning is watched', () => {
  it('asks for nothing until it is read, and passes on all parts in order', async () => {
    const { log, stream } = recordedStream(['a', 'b', 'c'])
    let begun = 0
    const parts = createDeferredStream(async () => {
      begun += 1
      return startStream(stream())
    })
    await Promise.resolve()
    expect([begun, log]).toEqual([0, []])
    const read: TextModelPart[] = []
    for await (const part of parts) read.push(part)
    expect(read).toEqual([said('a'), said('b'), said('c')])
    expect(begun).toBe(1)
    expect(await parts.next()).toEqual({ done: true, value: undefined })
    expect(log).toEqual(['a', 'b', 'c', 'closed'])
  })

  it('throws what the beginning throws once, and is over then', async () => {
    const parts = createDeferredStream(() => Promise.reject(new Error('refused')))
    await expect(parts.next()).rejects.toThrow('refused')
    expect(await parts.next()).toEqual({ done: true, value: undefined })
  })

  it('throws what the model throws later', async () => {
    const { stream } = recordedStream(['a'], new Error('cut off'))
    const parts = createDeferredStream(() => startStream(stream()))
    expect(await parts.next()).toEqual({ done: false, value: said('a') })
    await expect(parts.next()).rejects.toThrow('cut off')
  })

  it('closes the model’s stream when its reader leaves, also while the first part is awaited', async () => {
    const left = recordedStream(['a', 'b'])
    for await (const part of createDeferredStream(() => startStream(left.stream()))) {
      expect(part).toEqual(said('a'))
      break
    }
    expect(left.log).toEqual(['a', 'closed'])

    const awaited = recordedStream(['a', 'b'])
    const parts = createDeferredStream(() => startStream(awaited.stream()))
    const first = parts.next()
    await parts.return?.()
    expect(await first).toEqual({ done: false, value: said('a') })
    expect(awaited.log).toEqual(['a', 'closed'])
    expect(await parts.next()).toEqual({ done: true, value: undefined })
  })

  it('begins nothing for a reader that leaves before the first read', async () => {
    let begun = 0
    const parts = createDeferredStream(() => {
      begun += 1
      return startStream(recordedStream(['a']).stream())
    })
    await parts.return?.()
    expect(await parts.next()).toEqual({ done: true, value: undefined })
    expect(begun).toBe(0)
  })
})
