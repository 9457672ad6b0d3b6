import human from './data/human.json' with { type: 'json' }
import { type Cue, findCues } from './find-cues.ts'
import { compileLexicon, expandPhrases, type Lexicon } from './lexicon.ts'
import { CUE } from './rules.ts'
import { withoutShielded } from './screen-text.ts'

const ASKS = 1
const CLAIMS = 2

/** True when a message asks, in one of eight languages, whether the partner is human or an AI [H2]. */
export function asksIfHuman(text: string): boolean {
  return cuesOf(text).some(({ group }) => group === ASKS)
}

/** True when a reply says its writer is human, or no AI: such a reply is corrected before it is kept [H2]. */
export function claimsToBeHuman(reply: string): boolean {
  return cuesOf(reply).some(({ group }) => group === CLAIMS)
}

const cuesOf = (text: string): Cue[] => withoutShielded(findCues(text, humanLexicon, false).cues, 0)

const humanLexicon: Lexicon = compileLexicon(() => [
  ...expandPhrases(Object.values(human.asks).flat(), ASKS, [], 0),
  ...expandPhrases(Object.values(human.claims).flat(), CLAIMS, [], 0),
  // “I'm not human” holds no claim, though “human” stands in it: a denial shields the words it covers.
  ...expandPhrases([...human.shield, ...Object.values(human.denials).flat()], CUE.shield, [], 0),
])
