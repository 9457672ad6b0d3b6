import { foldLoose } from './fold-name.ts'
import { isTitle } from './name-forms.ts'

const MOST_WORDS = 6

/**
 * What may stand before a colon for somebody: any of their names' words, in order, titles too, but not a title alone;
 * folded, with nothing between the words.
 */
export function lineLabels(names: readonly string[]): Set<string> {
  const labels = new Set<string>()
  for (const name of names) {
    const words = foldLoose(name)
      .split(/[\s·・‧=＝,、，]+/u)
      .map((part) => part.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
      .filter((word) => word !== '')
    labels.add(words.join(''))
    for (const chosen of choices(words.slice(0, MOST_WORDS))) {
      if (!chosen.every(isTitle) && chosen.join('').length > 1) labels.add(chosen.join(''))
    }
    for (const word of words) {
      const stem = /^(\p{L}{2,})\p{N}+$/u.exec(word)?.[1] // “Vesper-9” is Vesper as well
      if (stem) labels.add(stem)
    }
  }
  labels.delete('')
  return labels
}

/** Every way to leave words out, none of them leaving nothing. */
function choices(words: readonly string[]): string[][] {
  return Array.from({ length: 2 ** words.length - 1 }, (_, bits) =>
    words.filter((_word, place) => ((bits + 1) >> place) & 1),
  )
}
