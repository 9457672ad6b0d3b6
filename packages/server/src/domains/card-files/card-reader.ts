import { Worker } from 'node:worker_threads'
import { AppError } from '../../platform/app-error.ts'
import { CardFileRefused, READ_WITHIN_MS, WORK_WITHIN_MS } from './rules.ts'
import type { FromWorker, ToWorker, Works } from './work-messages.ts'

/** So many wait for their turn; who comes later is told to come again. */
const MOST_WAITING = 30
/** A thread that is not there after this will not come. */
const START_WITHIN_MS = 30_000
/** However little it works, nobody waits longer. */
const PATIENCE_MS = 60_000
const SHORTEST_LOOK_MS = 50
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** Reads and writes card files in a thread of its own, one at a time. */
export interface CardReader {
  /**
   * @throws CardFileRefused for a file that is not taken, or takes too long or too much; AppError Unavailable when too
   * many wait.
   */
  ask<Kind extends keyof Works>(kind: Kind, ask: Works[Kind]['ask']): Promise<Works[Kind]['give']>
  close(): Promise<void>
}

/** The thread is started with the first file, kept, and started anew after a file that it did not survive. */
export function createCardReader(): CardReader {
  let worker: Promise<Worker> | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function begin(): Promise<Worker> {
    const begun = start(() => {
      if (worker === begun) worker = null
    })
    worker = begun
    return begun
  }

  async function run(message: ToWorker): Promise<unknown> {
    const own = worker ?? begin()
    try {
      return await answerOf(await own, message)
    } catch (error) {
      if (!(error instanceof CardFileRefused) || error.why === 'too_slow') {
        // Whatever it was at, it begins afresh.
        if (worker === own) worker = null
        void own.then(
          (thread) => thread.terminate(),
          () => undefined,
        )
      }
      throw error
    }
  }

  return {
    async ask(kind, ask) {
      if (waiting >= MOST_WAITING) throw new AppError('Unavailable')
      waiting += 1
      const mine = last.then(() => run({ kind, ...ask } as ToWorker)) // the kind and what belongs to it
      last = mine.catch(() => undefined)
      try {
        return (await mine) as Works[typeof kind]['give'] // of the kind that was asked for
      } finally {
        waiting -= 1
      }
    },
    async close() {
      const ending = worker
      worker = null
      await ending?.then((thread) => thread.terminate()).catch(() => undefined)
    },
  }
}

function start(onGone: () => void): Promise<Worker> {
  const thread = new Worker(new URL('./card-worker.ts', import.meta.url), { resourceLimits: LIMITS })
  thread.unref()
  return new Promise<Worker>((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(late)
      reject(error instanceof Error ? error : new Error('the thread that reads card files did not start'))
      void thread.terminate()
    }
    const late = setTimeout(fail, START_WITHIN_MS)
    thread.once('error', fail)
    thread.once('message', () => {
      clearTimeout(late)
      thread.off('error', fail)
      // Between two files nobody else listens.
      thread.on('error', () => undefined)
      thread.once('exit', onGone)
      resolve(thread)
    })
  })
}

async function answerOf(thread: Worker, message: ToWorker): Promise<unknown> {
  thread.ref()
  const before = await thread.cpuUsage()
  return new Promise((resolve, reject) => {
    const begunAt = performance.now()
    let allowedMs = READ_WITHIN_MS
    let hasEnded = false
    let timer = setTimeout(look, allowedMs)
    const end = (settle: () => void) => {
      hasEnded = true
      thread.unref()
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onGone)
      thread.off('exit', onGone)
      settle()
    }
    const giveUp = () => end(() => reject(new CardFileRefused('too_slow')))

    /** What counts is the thread's own work: a busy machine makes nobody's file a hostile one. */
    function look(): void {
      // A thread that does not even say how much it has worked is stuck.
      timer = setTimeout(giveUp, allowedMs)
      thread.cpuUsage(before).then(
        ({ user, system }) => {
          if (hasEnded) return
          clearTimeout(timer)
          const leftMs = allowedMs - (user + system) / 1_000
          if (leftMs <= 0 || performance.now() - begunAt > PATIENCE_MS) giveUp()
          else timer = setTimeout(look, Math.max(SHORTEST_LOOK_MS, leftMs))
        },
        () => undefined, // it is gone, which is heard otherwise
      )
    }

    function onMessage(answer: FromWorker): void {
      if (answer.kind === 'read') allowedMs = WORK_WITHIN_MS
      else if (answer.kind === 'done') end(() => resolve(answer.result))
      else if (answer.kind === 'refused') end(() => reject(new CardFileRefused(answer.why)))
      else if (answer.kind === 'broke')
        end(() => reject(new Error(`a card file was not dealt with: ${answer.message}`)))
    }
    // It ran out of memory.
    const onGone = () => end(() => reject(new CardFileRefused('too_large')))
    thread.on('message', onMessage)
    thread.once('error', onGone)
    thread.once('exit', onGone)
    thread.postMessage(message)
  })
}
