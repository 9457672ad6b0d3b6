import { Zip, ZipDeflate } from 'fflate'
import { yieldToEventLoop } from './event-loop.ts'

/** A file to be added to a ZIP. */
export interface ZipFile {
  path: string
  /** Read piece by piece, as the ZIP is read. */
  pieces: AsyncIterable<string | Uint8Array>
}

/** The amount compressed before other work in this process gets a turn: about two milliseconds. */
const CHUNK_BYTES = 64 * 1024

/** Compresses files as they arrive: only a piece of one of them is in memory, however large and many they are. */
export async function* createZip(files: AsyncIterable<ZipFile>, madeAt: Date): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, bytes) => {
    if (error) failure = error
    else if (bytes.length > 0) packed.push(bytes)
  })
  const taken = () => {
    if (failure) throw failure
    return packed.splice(0)
  }
  for await (const file of files) {
    const entry = new ZipDeflate(file.path, { level: 6 })
    entry.mtime = madeAt
    zip.add(entry)
    for await (const chunk of inChunks(file.pieces)) {
      entry.push(chunk)
      yield* taken()
      await yieldToEventLoop()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

/** Regroups bytes into chunks: small pieces are merged, large ones split. */
async function* inChunks(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  const gathered = () => {
    const bytes = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting)
    waiting = []
    length = 0
    return bytes
  }
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece
    waiting.push(bytes)
    length += bytes.length
    if (length < CHUNK_BYTES) continue
    const whole = gathered()
    for (let from = 0; from < whole.length; from += CHUNK_BYTES) yield whole.subarray(from, from + CHUNK_BYTES)
  }
  if (length > 0) yield gathered()
}
