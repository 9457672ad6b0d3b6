import { Worker } from 'node:worker_threads'
import { AppError } from '../../platform/app-error.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Verdict } from '../safety/module.ts'
import type { CardFields } from './formats/card-data.ts'
import type { ReportLine } from './formats/import-report.ts'
import { CardFileRejected, type RejectionReason } from './formats/limits.ts'
import type { ParsedCardFile, ParsedLorebook } from './formats/read-card-file.ts'
import type { CardFileToWrite } from './formats/write-card-file.ts'
import { PROCESS_TIMEOUT_MS, READ_TIMEOUT_MS } from './rules.ts'

/** What the thread that reads card files can be asked for. */
export interface WorkerTasks {
  readCard: { ask: { bytes: Uint8Array }; give: ScreenedCard }
  readLorebook: { ask: { bytes: Uint8Array }; give: ParsedLorebook & { verdict: Verdict } }
  write: { ask: { wish: CardFileToWrite }; give: Uint8Array }
  losses: {
    ask: { is: CardFields; original: Uint8Array | null }
    give: { second: ReportLine[]; plain: ReportLine[] }
  }
}

export type ScreenedCard = Omit<ParsedCardFile, 'texts'> & { verdict: Verdict; rating: 'sfw' | 'nsfw' }

export type WorkerRequest = {
  [Kind in keyof WorkerTasks]: { kind: Kind } & WorkerTasks[Kind]['ask']
}[keyof WorkerTasks]

export type WorkerResponse =
  | { kind: 'ready' }
  /** The file has been read; what follows takes its time. */
  | { kind: 'read' }
  | { kind: 'done'; result: WorkerTasks[keyof WorkerTasks]['give'] }
  | { kind: 'refused'; why: RejectionReason }
  | { kind: 'broke'; message: string }

/** So many wait for their turn; who comes later is told to come again. */
const MAX_QUEUE_LENGTH = 30
/** A thread that is not there after this will not come. */
const START_TIMEOUT_MS = 30_000
/** However little it works, nobody waits longer. */
const MAX_WAIT_MS = MINUTE_MS
const MIN_CHECK_INTERVAL_MS = 50
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** Reads and writes card files in a thread of its own, one at a time. */
export interface CardWorkerClient {
  /**
   * @throws CardFileRefused for a file that is not taken, or takes too long or too much; AppError Unavailable when too
   * many wait.
   */
  request<Kind extends keyof WorkerTasks>(kind: Kind, ask: WorkerTasks[Kind]['ask']): Promise<WorkerTasks[Kind]['give']>
  close(): Promise<void>
}

/** The thread is started with the first file, kept, and started anew after a file that it did not survive. */
export function createCardWorkerClient(): CardWorkerClient {
  let worker: Promise<Worker> | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function startThread(): Promise<Worker> {
    const started = startWorker(() => {
      if (worker === started) worker = null
    })
    worker = started
    return started
  }

  async function run(message: WorkerRequest): Promise<unknown> {
    const own = worker ?? startThread()
    try {
      return await requestWorker(await own, message)
    } catch (error) {
      if (!(error instanceof CardFileRejected) || error.why === 'too_slow') {
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
    async request(kind, ask) {
      if (waiting >= MAX_QUEUE_LENGTH) throw new AppError('Unavailable')
      waiting += 1
      const result = last.then(() => run({ kind, ...ask } as WorkerRequest)) // the kind and what belongs to it
      last = result.catch(() => undefined)
      try {
        return (await result) as WorkerTasks[typeof kind]['give'] // of the kind that was asked for
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

function startWorker(onGone: () => void): Promise<Worker> {
  const thread = new Worker(new URL('./card-worker.ts', import.meta.url), { resourceLimits: RESOURCE_LIMITS })
  thread.unref()
  return new Promise<Worker>((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(startTimer)
      reject(error instanceof Error ? error : new Error('the thread that reads card files did not start'))
      void thread.terminate()
    }
    const startTimer = setTimeout(fail, START_TIMEOUT_MS)
    thread.once('error', fail)
    thread.once('message', () => {
      clearTimeout(startTimer)
      thread.off('error', fail)
      // Between two files nobody else listens.
      thread.on('error', () => undefined)
      thread.once('exit', onGone)
      resolve(thread)
    })
  })
}

async function requestWorker(thread: Worker, message: WorkerRequest): Promise<unknown> {
  thread.ref()
  const before = await thread.cpuUsage()
  return new Promise((resolve, reject) => {
    const begunAt = performance.now()
    let allowedMs = READ_TIMEOUT_MS
    let hasEnded = false
    let timer = setTimeout(checkCpuTime, allowedMs)
    const end = (finish: () => void) => {
      hasEnded = true
      thread.unref()
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onGone)
      thread.off('exit', onGone)
      finish()
    }
    const giveUp = () => end(() => reject(new CardFileRejected('too_slow')))

    /** What counts is the thread's own work: a busy machine makes nobody's file a hostile one. */
    function checkCpuTime(): void {
      // A thread that does not even say how much it has worked is stuck.
      timer = setTimeout(giveUp, allowedMs)
      thread.cpuUsage(before).then(
        ({ user, system }) => {
          if (hasEnded) return
          clearTimeout(timer)
          const leftMs = allowedMs - (user + system) / 1_000
          if (leftMs <= 0 || performance.now() - begunAt > MAX_WAIT_MS) giveUp()
          else timer = setTimeout(checkCpuTime, Math.max(MIN_CHECK_INTERVAL_MS, leftMs))
        },
        () => undefined, // it is gone, which is heard otherwise
      )
    }

    function onMessage(answer: WorkerResponse): void {
      if (answer.kind === 'read') allowedMs = PROCESS_TIMEOUT_MS
      else if (answer.kind === 'done') end(() => resolve(answer.result))
      else if (answer.kind === 'refused') end(() => reject(new CardFileRejected(answer.why)))
      else if (answer.kind === 'broke')
        end(() => reject(new Error(`a card file was not dealt with: ${answer.message}`)))
    }
    // It ran out of memory.
    const onGone = () => end(() => reject(new CardFileRejected('too_large')))
    thread.on('message', onMessage)
    thread.once('error', onGone)
    thread.once('exit', onGone)
    thread.postMessage(message)
  })
}
