import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

let reload: ReturnType<typeof vi.fn>
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-02-14T18:30:00Z') })
  const kept = new Map<string, string>()
  reload = vi.fn()
  page = Object.assign(new EventTarget(), { location: { reload } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  reloadOnMissingChunk()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Simulates a missing chunk; returns whether the page handled it. */
function missAChunk(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(event)
  return event.defaultPrevented
}

it('reloads for a missing chunk, and does not handle the error again within a minute', () => {
  expect(missAChunk()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(59_999)
  expect(missAChunk()).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('may reload again after a minute', () => {
  missAChunk()
  vi.advanceTimersByTime(60_000)
  expect(missAChunk()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not reload where the time of a reload cannot be stored', () => {
  vi.stubGlobal('sessionStorage', null)
  expect(missAChunk()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
