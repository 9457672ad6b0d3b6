/**
 * Reads and writes card files off the main thread: a hostile file costs this thread its time and memory, and nobody
 * their words. One thing at a time; `card-reader.ts` ends the thread when it takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { guessRating, judgeTexts } from './judge-texts.ts'
import { readFile, readLorebook } from './read-file.ts'
import { CardFileRefused } from './rules.ts'
import type { FromWorker, JudgedCard, ToWorker, Works } from './work-messages.ts'
import { lossesOf, writeFile } from './write-file.ts'

const port = parentPort
if (!port) throw new Error('runs as a worker thread only')
const tell = (message: FromWorker) => port.postMessage(message)

port.on('message', (message: ToWorker) => {
  work(message).then(
    (result) => tell({ kind: 'done', result }),
    (error: unknown) => {
      if (error instanceof CardFileRefused) tell({ kind: 'refused', why: error.why })
      // A stack that ran out says that the file is nested; anything else is a mistake of ours.
      else if (error instanceof RangeError) tell({ kind: 'refused', why: 'too_large' })
      else tell({ kind: 'broke', message: error instanceof Error ? error.name : 'unknown' })
    },
  )
})
// The rules are compiled with their first use.
judgeTexts(['warm'], 'sfw')
tell({ kind: 'ready' })

async function work(message: ToWorker): Promise<Works[keyof Works]['give']> {
  switch (message.kind) {
    case 'readCard':
      return judged(message.bytes)
    case 'readLorebook': {
      const read = readLorebook(message.bytes)
      tell({ kind: 'read' })
      return { ...read, verdict: judgeTexts(read.texts, 'sfw'), texts: [] }
    }
    case 'write':
      tell({ kind: 'read' })
      return new Uint8Array(await writeFile(message.wish))
    case 'losses':
      return lossesOf(message.is, message.original)
  }
}

function judged(bytes: Uint8Array): JudgedCard {
  const { texts, ...read } = readFile(bytes)
  tell({ kind: 'read' })
  const rating = read.own.rating ?? guessRating(texts, read.fields.tags)
  // A part of a larger buffer would take all of it along.
  const picture = read.picture instanceof Uint8Array ? read.picture.slice() : read.picture
  return { ...read, picture, rating, verdict: judgeTexts(texts, rating) }
}
