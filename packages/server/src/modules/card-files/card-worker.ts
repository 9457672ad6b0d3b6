/**
 * Reads and writes card files off the main thread: a hostile file costs only this thread its time and memory. One
 * request at a time; `card-worker-client.ts` terminates the thread when it takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { CardFileRejected, listLosses, readCardFile, readLorebookFile, writeCardFile } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { ScreenedCard, WorkerRequest, WorkerResponse, WorkerTasks } from './card-worker-client.ts'
import { guessRating, screenTexts } from './classify-card.ts'

const port = parentPort
if (!port) throw new Error('runs as a worker thread only')
const post = (message: WorkerResponse) => port.postMessage(message)

port.on('message', (message: WorkerRequest) => {
  handleRequest(message).then(
    (result) => post({ kind: 'done', result }),
    (error: unknown) => {
      if (error instanceof CardFileRejected) post({ kind: 'refused', why: error.why })
      // A stack overflow means that the file is nested too deeply; any other RangeError is a bug of ours.
      else if (error instanceof RangeError) post({ kind: 'refused', why: 'too_large' })
      else post({ kind: 'failed', message: error instanceof Error ? error.name : 'unknown' })
    },
  )
})
// The rules are compiled on first use.
screenTexts(['warm'], 'sfw')
post({ kind: 'ready' })

async function handleRequest(message: WorkerRequest): Promise<WorkerTasks[keyof WorkerTasks]['output']> {
  switch (message.kind) {
    case 'readCard':
      return readAndScreen(message.bytes)
    case 'readLorebook': {
      const read = readLorebookFile(message.bytes, LIMITS)
      post({ kind: 'read' })
      return { ...read, verdict: screenTexts(read.texts, 'sfw'), texts: [] }
    }
    case 'write':
      post({ kind: 'read' })
      return new Uint8Array(writeCardFile(message.file, LIMITS))
    case 'losses':
      return listLosses(message.fields, message.original, LIMITS)
  }
}

function readAndScreen(bytes: Uint8Array): ScreenedCard {
  const { texts, ...read } = readCardFile(bytes, LIMITS)
  post({ kind: 'read' })
  const rating = read.own.rating ?? guessRating(texts, read.fields.tags)
  // A view of a larger buffer would transfer all of it.
  const picture = read.picture instanceof Uint8Array ? read.picture.slice() : read.picture
  return { ...read, picture, rating, verdict: screenTexts(texts, rating) }
}
