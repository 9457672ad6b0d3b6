import { foldLoose } from './fold-name.ts'
import { isTitle, nameParts } from './name-parts.ts'

const MOST_WORDS = 6

/**
 * What may stand before a colon for somebody: any parts of their names, in order, titles too, but not a title alone;
 * folded, with nothing between the parts.
 */
export function lineLabels(names: readonly string[]): Set<string> {
  const labels = new Set<string>()
  for (const name of names) {
    labels.add(plainLabel(name))
    for (const parts of nameParts(name)) {
      const words = parts.flatMap((part) => part.split(/-(?=\p{N}+$)/u)) // “Vesper-9” is Vesper as well
      labels.add(plainLabel(words.join('')))
      for (const chosen of choices(words.slice(0, MOST_WORDS)))
        if (!chosen.every(isTitle)) labels.add(plainLabel(chosen.join('')))
    }
  }
  labels.delete('')
  return labels
}

/** What of a text counts where labels are compared: a beginning of it gives a beginning of what it gives. */
export function plainLabel(text: string): string {
  return foldLoose(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Every way to leave words out, none of them leaving nothing. */
function choices(words: readonly string[]): string[][] {
  return Array.from({ length: 2 ** words.length - 1 }, (_, bits) =>
    words.filter((_word, place) => ((bits + 1) >> place) & 1),
  )
}
