import { expect, it } from 'vitest'
import { retryDelayMs } from './use-server-ready.ts'

it('increases the interval up to a maximum of ten seconds', () => {
  const pauses = Array.from({ length: 30 }, (_, tries) => retryDelayMs(tries))
  expect(pauses[0]).toBe(1_000)
  expect(pauses.every((pause, nth) => pause >= (pauses[nth - 1] ?? 0))).toBe(true)
  expect(Math.max(...pauses)).toBe(10_000)
})
