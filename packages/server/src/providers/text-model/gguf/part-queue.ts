import type { TextModelPart } from '../../../domains/chats/text-model.ts'

/** Carries parts from a writer that pushes to a reader that pulls; text that came between two pulls is one part. */
export class PartQueue {
  #parts: TextModelPart[] = []
  #wake: (() => void) | null = null
  #hasEnded = false
  /** Resolves when the writer is through, however it ended. */
  settled: Promise<void> = Promise.resolve()

  push(parts: readonly TextModelPart[]): void {
    for (const part of parts) {
      const last = this.#parts.at(-1)
      if (last?.type === 'text' && part.type === 'text') last.text += part.text
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

  /** Parts until the writer is through; throws the signal's reason at once. */
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
