import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Work that runs until it is ended by its name. */
function setUp(options: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(options)
  const started: string[] = []
  const endings = new Map<string, (error?: Error) => void>()
  const add = (name: string) =>
    queue.run(name.charAt(0), () => {
      started.push(name)
      return new Promise<string>((resolve, reject) => {
        endings.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  const end = async (name: string, error?: Error) => {
    endings.get(name)?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, end, started }
}

describe('a fair queue', () => {
  it('lets people take turns, regardless of who came first or has most', async () => {
    const { add, end, started } = setUp({ concurrency: 1 })
    const results = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(add)
    for (const name of ['none', 'a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  })

  it('runs as many at a time as it may, and goes on after a failure', async () => {
    const { add, end, started } = setUp({ concurrency: 2 })
    const results = ['a1', 'a2', 'a3'].map((name) => add(name).catch((error: Error) => error.message))
    await end('none')
    expect(started).toEqual(['a1', 'a2'])
    await end('a1', new Error('broken'))
    expect(started).toEqual(['a1', 'a2', 'a3'])
    await end('a2')
    await end('a3')
    expect(await Promise.all(results)).toEqual(['broken', 'a2', 'a3'])
  })

  it('refuses a person with too much in it, and everyone once it is full', async () => {
    const { add, end } = setUp({ concurrency: 1, maxPerPerson: 2, maxLength: 3 })
    for (const name of ['a1', 'a2']) void add(name)
    await expect(add('a3')).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    void add('b1')
    await expect(add('c1')).rejects.toMatchObject({ errorName: 'Unavailable' })
    await end('a1')
    void add('a3')
    await expect(add('a4')).rejects.toMatchObject({ errorName: 'TooManyRequests' })
  })
})
