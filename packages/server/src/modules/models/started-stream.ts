import type { TextModelPart } from './text-model.ts'

/** A model's stream whose first part has been read. */
export interface StartedStream {
  first: IteratorResult<TextModelPart>
  rest: AsyncIterator<TextModelPart>
}

/** Reads the first part of a stream. */
export async function startStream(parts: AsyncIterable<TextModelPart>): Promise<StartedStream> {
  const rest = parts[Symbol.asyncIterator]()
  return { first: await rest.next(), rest }
}

/**
 * A stream for a layer that only needs to see the first part. The first read calls `begin`, and throws what that throws.
 * Later reads go straight to the model and cost nothing extra. Read one part at a time.
 */
export function createDeferredStream(begin: () => Promise<StartedStream>): AsyncIterableIterator<TextModelPart> {
  let rest: AsyncIterator<TextModelPart> = { next: async () => OVER }
  let beginning: Promise<unknown> | null = null
  const readFirst = async () => {
    const started = await begin()
    rest = started.rest
    return started.first
  }
  return {
    next() {
      if (beginning) return rest.next()
      const first = readFirst()
      beginning = first.catch(() => undefined) // thrown to the reader
      return first
    },
    async return() {
      beginning ??= Promise.resolve()
      await beginning
      await rest.return?.()
      return OVER
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const OVER = { done: true, value: undefined } as const
