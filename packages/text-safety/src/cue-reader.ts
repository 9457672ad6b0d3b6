import { type Cue, findCues } from './find-cues.ts'
import type { Lexicon } from './lexicon.ts'
import { rememberTexts } from './remember-texts.ts'
import { withoutShielded } from './rule-evaluator.ts'

/** What a lexicon finds in a whole text. */
export type ReadText = {
  /** Without shielded ones, in order of their end. */
  readonly cues: readonly Cue[]
  readonly foldedLength: number
}

/** Most texts have no cue at all. */
const NO_CUES: readonly Cue[] = []

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
  return rememberTexts(maxCharacters, (text) => {
    const found = findCues(text, lexicon)
    const cues = found.cues.length === 0 ? NO_CUES : withoutShielded(found.cues, shield, 0, exempt)
    return { cues, foldedLength: found.plain.length }
  })
}
