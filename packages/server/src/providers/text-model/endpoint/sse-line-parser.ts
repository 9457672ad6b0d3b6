import { StringDecoder } from 'node:string_decoder'
import { TextModelError } from '../../../modules/models/module.ts'

const DATA_FIELD = 'data:'

/**
 * Parses server-sent events: takes bytes as they arrive and returns the payloads completed so far. Accepts comments,
 * other fields, CR, LF and CRLF, and split characters; a line or event over `lineBytes` throws `garbled`. A document on
 * one line is complete with it, since some servers omit the empty line that ends an event; one on several `data:` lines
 * is complete with its event.
 */
export class SseLineParser {
  readonly #lineBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''
  /** The lines so far of a document on several lines. */
  #document = ''
  #endedWithReturn = false

  constructor(lineBytes: number) {
    this.#lineBytes = lineBytes
  }

  feed(bytes: Uint8Array): string[] {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return this.#take(this.#rest + this.#withLineFeeds(this.#decoder.write(buffer)))
  }

  /** The last event, when the stream ends without a line end. */
  end(): string[] {
    return this.#take(`${this.#rest}${this.#decoder.end()}\n\n`)
  }

  #withLineFeeds(text: string): string {
    if (text === '') return text
    const plain = this.#endedWithReturn && text.startsWith('\n') ? text.slice(1) : text
    this.#endedWithReturn = text.endsWith('\r')
    return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain
  }

  #take(text: string): string[] {
    const payloads: string[] = []
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.#check(to - from)
      const payload = this.#payloadAt(text.slice(from, to))
      if (payload !== null) payloads.push(payload)
      from = to + 1
    }
    this.#rest = text.slice(from)
    this.#check(this.#rest.length)
    return payloads
  }

  /** What is complete with this line; null for nothing. */
  #payloadAt(line: string): string | null {
    if (line === '') {
      const document = this.#document
      this.#document = ''
      return document === '' ? null : document
    }
    const plain = line.charCodeAt(0) === 0xfeff ? line.slice(1) : line
    if (!plain.startsWith(DATA_FIELD)) return null
    const value = plain.slice(DATA_FIELD.length).trim()
    if (this.#document === '' && (!value.startsWith('{') || value.endsWith('}'))) return value
    this.#document += `${value}\n`
    this.#check(this.#document.length)
    return null
  }

  #check(length: number): void {
    if (length > this.#lineBytes) throw new TextModelError('garbled', { retryable: true })
  }
}
