import { paintPortrait } from '@everkin/painter/paint-portrait.ts'
import { readDescription } from '@everkin/painter/spec-from-words.ts'

/** What the painter makes of a description while it is being written. */
export interface LiveFace {
  /** The drawing as a data URL; null where nothing is painted because the words ask for someone under 18. */
  url: string | null
  /** The words of the description, as written, and whether the drawing shows them. */
  phrases: { text: string; isPainted: boolean }[]
  /** The age that the drawing shows; null for a figure that is no person. */
  age: number | null
}

/** Draws the same face as the server does for the same words and seed. */
export function paintFace(words: string, seed: string): LiveFace {
  const { spec, phrases } = readDescription(words.trim(), seed)
  if (!spec) return { url: null, phrases, age: null }
  const drawing = paintPortrait(spec, { size: 'portrait' })
  return {
    url: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
    phrases,
    age: spec.kind === 'person' ? spec.age : null,
  }
}
