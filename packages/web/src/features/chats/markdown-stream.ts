import { finishedLength, parseBlocks } from './markdown-blocks.ts'
import type { Block } from './markdown-types.ts'

/** A growing text: `finished` keeps its very blocks from one reading to the next, `rest` is the open end still to be read. */
export interface GrowingBlocks {
  finished: readonly Block[]
  rest: string
}

/** How much of the end of the finished part is compared, to notice a text that was replaced and not grown. */
const COMPARED = 64

/**
 * Reads a text while it streams: each finished block once, only the open end again (performance, rule 6). A text
 * that did not grow from the last one (the safety rules took a tail away) is read anew.
 */
export class MarkdownStream {
  #finished: Block[] = []
  #length = 0
  #lastWords = ''

  read(text: string): GrowingBlocks {
    const isGrown =
      text.length >= this.#length && text.startsWith(this.#lastWords, this.#length - this.#lastWords.length)
    if (!isGrown) this.#restart()
    const rest = text.slice(this.#length)
    const more = finishedLength(rest)
    if (more > 0) {
      this.#finished = [...this.#finished, ...parseBlocks(rest.slice(0, more))]
      this.#length += more
      this.#lastWords = text.slice(Math.max(0, this.#length - COMPARED), this.#length)
    }
    return { finished: this.#finished, rest: rest.slice(more) }
  }

  #restart(): void {
    this.#finished = []
    this.#length = 0
    this.#lastWords = ''
  }
}
