import { readDescription } from '@everkin/painter/spec-from-words.ts'
import { useDeferredValue, useMemo } from 'react'
import { Phrases } from './phrases.tsx'

/**
 * What the built-in painter makes of a prompt while it is being written. Needs the texts `sketch.painted` and
 * `sketch.missed`.
 */
export function PromptPhrases({ prompt }: { prompt: string }) {
  // Typing never waits for it.
  const read = useDeferredValue(prompt.trim())
  // The words are the same for every seed.
  const phrases = useMemo(() => readDescription(read, '').phrases, [read])
  return phrases.length > 0 ? <Phrases phrases={phrases} /> : null
}
