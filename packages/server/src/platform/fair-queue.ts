import { AppError } from './app-error.ts'

/** Work that waits for a scarce resource. People take turns, so that one with much of it does not delay the others. */
export interface FairQueue {
  /**
   * Runs the work when its turn comes: one piece of each person's, then the next of each.
   * @throws AppError TooManyRequests when this person has too much waiting, Unavailable when all together have.
   */
  run<Result>(personId: string, work: () => Promise<Result>): Promise<Result>
}

const RETRY_AFTER_SECONDS = 5

/** @param options `maxPerPerson` and `maxLength` count what waits or runs. */
export function createFairQueue({
  concurrency,
  maxPerPerson = Number.POSITIVE_INFINITY,
  maxLength = Number.POSITIVE_INFINITY,
}: {
  concurrency: number
  maxPerPerson?: number
  maxLength?: number
}): FairQueue {
  /** In the order of turns. */
  const waiting = new Map<string, (() => void)[]>()
  const counts = new Map<string, number>()
  let [running, length] = [0, 0]

  function startNext(): void {
    if (running >= concurrency) return
    const [next] = waiting
    if (!next) return
    const [personId, [start, ...rest]] = next
    waiting.delete(personId)
    if (rest.length > 0) waiting.set(personId, rest)
    running += 1
    start?.()
  }

  function enter(personId: string): Promise<void> {
    const own = counts.get(personId) ?? 0
    if (own >= maxPerPerson) throw new AppError('TooManyRequests', { retry_after: RETRY_AFTER_SECONDS })
    if (length >= maxLength) throw new AppError('Unavailable', { retry_after: RETRY_AFTER_SECONDS })
    counts.set(personId, own + 1)
    length += 1
    return new Promise((resolve) => {
      waiting.set(personId, [...(waiting.get(personId) ?? []), resolve])
      startNext()
    })
  }

  function leave(personId: string): void {
    const left = (counts.get(personId) ?? 1) - 1
    if (left > 0) counts.set(personId, left)
    else counts.delete(personId)
    length -= 1
    running -= 1
    startNext()
  }

  return {
    async run(personId, work) {
      await enter(personId)
      try {
        return await work()
      } finally {
        leave(personId)
      }
    },
  }
}
