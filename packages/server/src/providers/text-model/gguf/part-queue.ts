import type { TextModelPart } from '../../../domains/chats/text-model.ts'

/** Carries text from a writer that pushes to a reader that pulls; what came between two pulls is one part. */
export class PartQueue {
  #text = ''
  #wake: (() => void) | null = null
  #hasEnded = false
  /** Resolves when the writer is through, however it ended. */
  settled: Promise<void> = Promise.resolve()

  push(text: string): void {
    this.#text += text
    if (this.#text !== '') this.#signal()
  }

  endWith(writing: Promise<unknown>): void {
    const end = () => {
      this.#hasEnded = true
      this.#signal()
    }
    this.settled = writing.then(end, end)
  }

  /** Text parts until the writer is through; throws the signal's reason at once. */
  async *parts(signal: AbortSignal): AsyncGenerator<TextModelPart> {
    const wake = () => this.#signal()
    signal.addEventListener('abort', wake)
    try {
      while (true) {
        signal.throwIfAborted()
        if (this.#text !== '') {
          const text = this.#text
          this.#text = ''
          yield { type: 'text', text }
        } else if (this.#hasEnded) return
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
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
