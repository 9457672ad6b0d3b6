import type { Clock } from '@everkin/server/platform/clock.ts'

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void
  set(instant: string): void
}

export function createTestClock(start = '2026-11-20T12:00:00.000Z'): TestClock {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    set: (instant) => {
      now = new Date(instant)
    },
  }
}
