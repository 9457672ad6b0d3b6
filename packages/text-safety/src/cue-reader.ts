import { type Cue, findCues } from './find-cues.ts'
import type { Lexicon } from './lexicon.ts'
import { rememberTexts } from './remember-texts.ts'

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

/**
 * Cues that are not part of a phrase of the group `shield`, in which a word means something else (“sex education”, “a
 * minor problem”). `shieldedUntil` is the end of a shield that began before the given cues; cues of the groups `exempt`
 * count inside shields too.
 */
export function withoutShielded(cues: readonly Cue[], shield: number, shieldedUntil = 0, exempt = 0): Cue[] {
  const shields = cues.filter((cue) => cue.group === shield)
  if (shields.length === 0 && shieldedUntil === 0) return [...cues]
  const last = shields.at(-1)
  const covered = new Uint8Array(Math.max(shieldedUntil, last?.end ?? 0))
  covered.fill(1, 0, shieldedUntil)
  for (const { start, end } of shields) covered.fill(1, start, end)
  const isCovered = ({ start, end }: Cue) => covered.subarray(start, end).includes(1)
  return cues.filter((cue) => cue.group !== shield && ((cue.group & exempt) !== 0 || !isCovered(cue)))
}
