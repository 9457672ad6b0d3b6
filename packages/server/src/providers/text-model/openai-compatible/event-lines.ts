import { StringDecoder } from 'node:string_decoder'
import { TextModelError } from '../../../domains/chats/text-model.ts'

const DATA = 'data:'

/**
 * Reads server-sent events: give it bytes as they come, it gives back the payloads of the `data:` lines that are whole
 * by now. Comments, other fields, CR, LF and CRLF and split characters are all fine; a line over `lineBytes` throws
 * `garbled`. Every provider sends one JSON document a line, so events of several data lines are not joined.
 */
export class EventLines {
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
  // Old proxies end lines with a lone CR, which then holds several fields.
  for (const field of line.includes('\r') ? line.split('\r') : [line]) {
    const plain = field.charCodeAt(0) === 0xfeff ? field.slice(1) : field
    if (plain.startsWith(DATA)) return plain.slice(DATA.length).trim()
  }
  return null
}
