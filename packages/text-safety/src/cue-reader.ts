import { type Cue, findCues } from './find-cues.ts'
import type { Lexicon } from './lexicon.ts'
import { withoutShielded } from './rule-evaluator.ts'

/** What a lexicon finds in a whole text. */
export type ReadText = {
  /** Without shielded ones, in order of their end. */
  readonly cues: readonly Cue[]
  readonly foldedLength: number
}

/** Most texts have no cue at all. */
const NO_CUES: readonly Cue[] = []
/** A text that takes more than this part of the memory is read each time. */
const MAX_SHARE = 1 / 16

/**
 * Reads texts with a lexicon and remembers the result for the texts read last, up to `maxCharacters` of them together.
 * The turns of a conversation are asked about several times: as they are written, and as what came before later ones.
 * `exempt` is as in `withoutShielded`.
 */
export function createCueReader(
  lexicon: Lexicon,
  shield: number,
  maxCharacters: number,
  exempt = 0,
): (text: string) => ReadText {
  /** The text that was asked for longest ago comes first. */
  const known = new Map<string, ReadText>()
  let characters = 0
  return (text) => {
    const earlier = known.get(text)
    if (earlier) {
      known.delete(text)
      known.set(text, earlier)
      return earlier
    }
    const found = findCues(text, lexicon)
    const cues = found.cues.length === 0 ? NO_CUES : withoutShielded(found.cues, shield, 0, exempt)
    const read = { cues, foldedLength: found.plain.length }
    if (text.length > maxCharacters * MAX_SHARE) return read
    known.set(text, read)
    characters += text.length
    for (const oldest of known.keys()) {
      if (characters <= maxCharacters) break
      known.delete(oldest)
      characters -= oldest.length
    }
    return read
  }
}
