import { describe, expect, it } from 'vitest'
import { yieldToEventLoop } from '../../../platform/event-loop.ts'
import { createSpread, createStepQueue, mergeWindowMs } from './reply-pace.ts'

it('words are gathered for longer the busier the process is, and not at all while it is idle', () => {
  const windows = Array.from({ length: 11 }, (_, tenths) => mergeWindowMs(tenths / 10))
  expect(windows).toEqual([0, 0, 0, 0, 10, 30, 40, 50, 50, 50, 50])
})

it('ends are spread evenly over the time for which words are gathered, however many there are', () => {
  const spread = createSpread()
  for (const count of [5, 8, 13, 89, 610]) {
    const delays = Array.from({ length: count }, () => spread(50))
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...delays)).toBeLessThan(50)
    const firstHalf = delays.filter((delayMs) => delayMs < 25).length
    expect(Math.abs(firstHalf - count / 2)).toBeLessThanOrEqual(2)
  }
  expect(spread(0)).toBe(0)
})

describe('steps of running replies', () => {
  it('do not wait while the process has time', () => {
    const steps = createStepQueue(
      () => 0,
      () => false,
    )
    expect(steps.turn()).toBeUndefined()
  })

  it('take turns while it is busy: about 8 ms of them in each pass of the event loop, first come first served', async () => {
    let nowMs = 0
    const steps = createStepQueue(
      () => nowMs,
      () => true,
    )
    const done: number[] = []
    for (let step = 0; step < 40; step++)
      void Promise.resolve(steps.turn()).then(() => {
        done.push(step)
        nowMs += 1 // each takes a millisecond
      })
    const inEachPass: number[] = []
    while (done.length < 40) {
      const before = done.length
      await yieldToEventLoop()
      inEachPass.push(done.length - before)
    }
    expect(done).toEqual(Array.from({ length: 40 }, (_, step) => step))
    expect(Math.max(...inEachPass)).toBeLessThanOrEqual(10)
  })

  it('get half of the time when everything else takes long', async () => {
    let nowMs = 0
    const steps = createStepQueue(
      () => nowMs,
      () => true,
    )
    let done = 0
    for (let step = 0; step < 100; step++)
      void Promise.resolve(steps.turn()).then(() => {
        done += 1
        nowMs += 1
      })
    nowMs = 50 // a pass in which messages were handled
    await yieldToEventLoop()
    await yieldToEventLoop()
    expect(done).toBeGreaterThanOrEqual(50)
  })
})
