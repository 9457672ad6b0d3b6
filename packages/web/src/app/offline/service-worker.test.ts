import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WorkerFetch } from './service-worker-types.ts'

const ORIGIN = 'https://everkin.example'
let handleFetch: ((event: WorkerFetch) => void) | null = null
let stored: Map<string, Response>
let isFull = false

beforeEach(async () => {
  stored = new Map()
  isFull = false
  const cache = {
    put: async ({ url }: Request, reply: Response) => {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      stored.set(url, reply)
    },
    keys: async () => [],
  }
  vi.stubGlobal('__ASSETS__', [])
  vi.stubGlobal('__VERSION__', 'v1')
  vi.stubGlobal('location', new URL(ORIGIN))
  vi.stubGlobal('caches', { match: async ({ url }: Request) => stored.get(url)?.clone(), open: async () => cache })
  vi.stubGlobal('fetch', async () => new Response('from the network'))
  vi.stubGlobal('addEventListener', (type: string, listener: (event: WorkerFetch) => void) => {
    if (type === 'fetch') handleFetch = listener
  })
  vi.resetModules()
  await import('./service-worker.ts')
  return () => vi.unstubAllGlobals()
})

afterEach(() => {
  handleFetch = null
})

/** The response for a path, after everything that the worker started has ended. */
async function load(path: string): Promise<string> {
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | null = null
  handleFetch?.({
    request: new Request(ORIGIN + path),
    respondWith: (response: Promise<Response>) => {
      answer = response
    },
    waitUntil: (one: Promise<unknown>) => work.push(one),
  } as unknown as WorkerFetch) // the worker uses nothing else of the event
  if (answer === null) throw new Error('left to the browser')
  const text = await (await (answer as Promise<Response>)).text()
  await Promise.all(work)
  return text
}

it.each(['/assets/a-1.js', '/pictures/a.webp'])('answers %s from the cache once it has been loaded', async (path) => {
  expect(await load(path)).toBe('from the network')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await load(path)).toBe('from the network')
})

it.each(['/assets/a-1.js', '/pictures/a.webp'])('passes on %s when the storage is full', async (path) => {
  isFull = true
  expect(await load(path)).toBe('from the network')
  expect(stored.size).toBe(0)
})
