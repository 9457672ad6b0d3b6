import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_LIMITS, Deadlines } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const caller = () => new AbortController().signal

describe('Deadlines', () => {
  it('a reply of ten minutes and more is not ended while words arrive', () => {
    const deadlines = new Deadlines(DEFAULT_LIMITS, caller())
    for (let seconds = 0; seconds < 660; seconds += 30) {
      deadlines.sawContent()
      vi.advanceTimersByTime(30_000)
    }
    expect(deadlines.signal.aborted).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(deadlines.signal.reason).toMatchObject({ fault: 'timeout' })
  })

  it('the first word may take five minutes', () => {
    const deadlines = new Deadlines(DEFAULT_LIMITS, caller())
    vi.advanceTimersByTime(299_000)
    expect(deadlines.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(deadlines.signal.reason).toMatchObject({ fault: 'timeout' })
  })

  it('the first word of a local model may take as long as it needs, and a stop ends it at once', () => {
    const stopping = new AbortController()
    const deadlines = new Deadlines({ ...DEFAULT_LIMITS, firstTokenMs: null }, stopping.signal)
    vi.advanceTimersByTime(3_600_000)
    expect(deadlines.signal.aborted).toBe(false)
    stopping.abort(new Error('stopped'))
    expect(deadlines.signal.reason).toMatchObject({ message: 'stopped' })
  })
})
