import { Worker } from 'node:worker_threads'
import {
  type CardFields,
  CardFileRejected,
  type CardFileToWrite,
  type ParsedCardFile,
  type ParsedLorebook,
  type RejectionReason,
  type ReportLine,
} from '@everkin/card-formats'
import { MINUTE_MS } from '../../platform/durations.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import type { Verdict } from '../safety/module.ts'
import { PROCESS_TIMEOUT_MS, READ_TIMEOUT_MS } from './rules.ts'

/** The requests to the worker that reads and writes card files. */
export interface WorkerTasks {
  readCard: { input: { bytes: Uint8Array }; output: ScreenedCard }
  readLorebook: { input: { bytes: Uint8Array }; output: ParsedLorebook & { verdict: Verdict } }
  write: { input: { file: CardFileToWrite }; output: Uint8Array }
  losses: {
    input: { fields: CardFields; original: Uint8Array | null }
    output: { version2: ReportLine[]; withoutArchive: ReportLine[] }
  }
}

export type ScreenedCard = Omit<ParsedCardFile, 'texts'> & { verdict: Verdict; rating: 'sfw' | 'nsfw' }

export type WorkerRequest = {
  [Kind in keyof WorkerTasks]: { kind: Kind } & WorkerTasks[Kind]['input']
}[keyof WorkerTasks]

export type WorkerResponse =
  | { kind: 'ready' }
  /** The file has been read; the rest of the work follows. */
  | { kind: 'read' }
  | { kind: 'done'; result: WorkerTasks[keyof WorkerTasks]['output'] }
  | { kind: 'refused'; why: RejectionReason }
  | { kind: 'failed'; message: string }

/** Requests that wait or run, of everyone and of one person. */
const MAX_QUEUE_LENGTH = 30
const MAX_REQUESTS_PER_PERSON = 4
/** A worker that has not started after this time will not start. */
const START_TIMEOUT_MS = 30_000
/** The longest wait, however little CPU time the worker uses. */
const MAX_WAIT_MS = MINUTE_MS
const MIN_CHECK_INTERVAL_MS = 50
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** Reads and writes card files in a worker thread, one at a time; people take turns. */
export interface CardWorkerClient {
  /**
   * @throws CardFileRejected for a file that is invalid or takes too long or too much memory; AppError TooManyRequests
   * when this person has too many requests waiting, Unavailable when the queue is full.
   */
  request<Kind extends keyof WorkerTasks>(
    personId: string,
    kind: Kind,
    input: WorkerTasks[Kind]['input'],
  ): Promise<WorkerTasks[Kind]['output']>
  close(): Promise<void>
}

/** The worker is started with the first file, kept, and restarted after a file that it did not survive. */
export function createCardWorkerClient(): CardWorkerClient {
  let worker: Promise<Worker> | null = null
  const queue = createFairQueue({
    concurrency: 1,
    maxPerPerson: MAX_REQUESTS_PER_PERSON,
    maxLength: MAX_QUEUE_LENGTH,
  })

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
        // The next request starts a new worker.
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
    async request(personId, kind, input) {
      const result = await queue.run(personId, () => run({ kind, ...input } as WorkerRequest)) // the kind and its fields
      return result as WorkerTasks[typeof kind]['output'] // of the requested kind
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
      reject(error instanceof Error ? error : new Error('the card file worker did not start'))
      void thread.terminate()
    }
    const startTimer = setTimeout(fail, START_TIMEOUT_MS)
    thread.once('error', fail)
    thread.once('message', () => {
      clearTimeout(startTimer)
      thread.off('error', fail)
      // Between two files there is no other error listener.
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

    /** Measures the worker's own CPU time, so that a busy machine does not make a file look hostile. */
    function checkCpuTime(): void {
      // A worker that does not even report its CPU time is stuck.
      timer = setTimeout(giveUp, allowedMs)
      thread.cpuUsage(before).then(
        ({ user, system }) => {
          if (hasEnded) return
          clearTimeout(timer)
          const leftMs = allowedMs - (user + system) / 1_000
          if (leftMs <= 0 || performance.now() - begunAt > MAX_WAIT_MS) giveUp()
          else timer = setTimeout(checkCpuTime, Math.max(MIN_CHECK_INTERVAL_MS, leftMs))
        },
        () => undefined, // it has exited, which is handled elsewhere
      )
    }

    function onMessage(answer: WorkerResponse): void {
      if (answer.kind === 'read') allowedMs = PROCESS_TIMEOUT_MS
      else if (answer.kind === 'done') end(() => resolve(answer.result))
      else if (answer.kind === 'refused') end(() => reject(new CardFileRejected(answer.why)))
      else if (answer.kind === 'failed')
        end(() => reject(new Error(`the worker for card files failed: ${answer.message}`)))
    }
    // It ran out of memory.
    const onGone = () => end(() => reject(new CardFileRejected('too_large')))
    thread.on('message', onMessage)
    thread.once('error', onGone)
    thread.once('exit', onGone)
    thread.postMessage(message)
  })
}
