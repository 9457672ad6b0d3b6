import { setImmediate as turn } from 'node:timers/promises'
import type { TextModelPart } from '../../modules/models/module.ts'

/**
 * Carries parts from a pushing writer to a pulling reader. What arrives between two pulls, or in one turn of the event
 * loop, is one part for each run of text or reasoning.
 */
export class PartQueue {
  #parts: TextModelPart[] = []
  #wake: (() => void) | null = null
  #hasEnded = false
  /** Resolves when the writer has ended, however it ended. */
  settled: Promise<void> = Promise.resolve()

  push(parts: readonly TextModelPart[]): void {
    for (const part of parts) {
      const last = this.#parts.at(-1)
      if (last?.type === 'text' && part.type === 'text') last.text += part.text
      else if (last?.type === 'reasoning' && part.type === 'reasoning') last.text += part.text
      else this.#parts.push({ ...part })
    }
    if (this.#parts.length > 0) this.#signal()
  }

  endWith(writing: Promise<unknown>): void {
    const end = () => {
      this.#hasEnded = true
      this.#signal()
    }
    this.settled = writing.then(end, end)
  }

  /** Yields parts until the writer has ended; throws the signal's reason at once. */
  async *parts(signal: AbortSignal): AsyncGenerator<TextModelPart> {
    const wake = () => this.#signal()
    signal.addEventListener('abort', wake)
    try {
      while (true) {
        signal.throwIfAborted()
        const part = this.#parts.shift()
        if (part) yield part
        else if (this.#hasEnded) return
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
          await turn()
        }
      }
    } finally {
      signal.removeEventListener('abort', wake)
    }
  }

  #signal(): void {
    this.#wake?.()
    this.#wake = null
  }
}
