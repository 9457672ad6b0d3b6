import { setTimeout as sleep } from 'node:timers/promises'
import { eventLoopLoad, markProgress } from '../../../platform/event-loop.ts'

/** Below this load every word is sent as it arrives; at the full one words are gathered for the longest time. */
const IDLE_LOAD = 0.3
const FULL_LOAD = 0.7
const MAX_MERGE_MS = 50
/** Node keeps timers of the same duration in one list. */
const MERGE_STEP_MS = 10

/**
 * How long a reply waits before it asks for the model's next words. What arrives meanwhile is one part, so it is checked,
 * written and sent once: the busier the server, the fewer and longer the frames.
 */
export function mergeWindowMs(load: number): number {
  const share = Math.min(1, Math.max(0, (load - IDLE_LOAD) / (FULL_LOAD - IDLE_LOAD)))
  return Math.round((share * MAX_MERGE_MS) / MERGE_STEP_MS) * MERGE_STEP_MS
}

/** Waits before the next words of a reply are asked for: not at all while the server has time. */
export async function waitForNextWords(): Promise<void> {
  const waitMs = mergeWindowMs(eventLoopLoad())
  if (waitMs > 0) await sleep(waitMs)
  await steps.turn()
}

/** Multiples of it, without their whole part, are spread evenly between 0 and 1, however many there are. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** Spreads moments evenly over a window: each call returns another delay from 0 up to `windowMs`. */
export function createSpread(): (windowMs: number) => number {
  let share = 0
  return (windowMs) => {
    share = (share + GOLDEN_RATIO) % 1
    return Math.floor(share * windowMs)
  }
}

const spreadEnd = createSpread()

/**
 * Waits before a reply is ended, while the server is busy. Replies whose words are read at the same moment would end
 * together, and their next messages would arrive together and wait for each other. So each waits for another part of the
 * time for which words are gathered.
 */
export async function waitToEnd(): Promise<void> {
  const delayMs = spreadEnd(mergeWindowMs(eventLoopLoad()))
  if (delayMs > 0) await sleep(delayMs)
  await steps.turn()
}

const MIN_SLICE_MS = 8

/**
 * Steps that may wait: each pass of the event loop takes some of them, first come first served, for 8 ms or for as long as
 * everything else took since the last slice. So a new message gets to its first word past any number of running replies,
 * and these still get half of the time when messages keep coming.
 */
export function createStepQueue(now: () => number, isBusy: () => boolean): { turn(): Promise<void> | undefined } {
  const waiting: (() => void)[] = []
  let isScheduled = false
  let lastEnd = now()

  async function takeSlice(): Promise<void> {
    const start = now()
    const sliceMs = Math.max(MIN_SLICE_MS, start - lastEnd)
    for (let next = waiting.shift(); next; next = now() - start < sliceMs ? waiting.shift() : undefined) {
      next()
      // The step runs now, up to where it waits for something.
      await null
      await null
    }
    lastEnd = now()
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(() => void takeSlice())
  }

  return {
    turn() {
      if (waiting.length === 0 && !isScheduled && !isBusy()) return undefined
      return new Promise<void>((resolve) => {
        waiting.push(() => {
          markProgress()
          resolve()
        })
        if (isScheduled) return
        isScheduled = true
        setImmediate(() => void takeSlice())
      })
    },
  }
}

const steps = createStepQueue(
  () => performance.now(),
  () => eventLoopLoad() > FULL_LOAD,
)
