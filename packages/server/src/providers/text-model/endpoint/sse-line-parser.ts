import { StringDecoder } from 'node:string_decoder'
import { TextModelError } from '../../../modules/models/module.ts'

const DATA_FIELD = 'data:'

/**
 * Parses server-sent events: takes bytes as they arrive and returns the payloads of the `data:` lines completed so far.
 * Accepts comments, other fields, CR, LF and CRLF, and split characters; a line over `lineBytes` throws `garbled`.
 * Every provider sends one JSON document per line, so events of several data lines are not joined.
 */
export class SseLineParser {
  readonly #lineBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  constructor(lineBytes: number) {
    this.#lineBytes = lineBytes
  }

  feed(bytes: Uint8Array): string[] {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return this.#take(this.#rest + this.#decoder.write(buffer))
  }

  /** The last line, when the stream ends without a line end. */
  end(): string[] {
    return this.#take(`${this.#rest}${this.#decoder.end()}\n`)
  }

  #take(text: string): string[] {
    const payloads: string[] = []
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.#check(to - from)
      const payload = payloadOf(text.slice(from, to))
      if (payload !== null) payloads.push(payload)
      from = to + 1
    }
    this.#rest = text.slice(from)
    this.#check(this.#rest.length)
    return payloads
  }

  #check(length: number): void {
    if (length > this.#lineBytes) throw new TextModelError('garbled', { retryable: true })
  }
}

function payloadOf(line: string): string | null {
  // Old proxies end lines with a lone CR, so one line may contain several fields.
  for (const field of line.includes('\r') ? line.split('\r') : [line]) {
    const plain = field.charCodeAt(0) === 0xfeff ? field.slice(1) : field
    if (plain.startsWith(DATA_FIELD)) return plain.slice(DATA_FIELD.length).trim()
  }
  return null
}
