import ownAges from './data/own-ages.json' with { type: 'json' }
import { findCues } from './find-cues.ts'
import { compileLexicon, expandPhrases, type Lexicon } from './lexicon.ts'
import { CUE } from './rules.ts'
import { withoutShielded } from './screen-text.ts'
import { numberWords } from './screening-lexicon.ts'

const ANYWHERE = 1
const LINE_START = 2

/**
 * True when a text says that the card's own character is under 18, in any of the eight languages [B5]. Other people
 * in the text may be of any age. `name` stands for `{{char}}`.
 */
export function saysOwnAgeUnder18(text: string, name: string): boolean {
  return text.split('\n').some((line) => {
    const cues = withoutShielded(findCues(withPlaceholder(line, name), ownAgeLexicon, false).cues, 0)
    return cues.some((cue) => cue.group === ANYWHERE || cue.position <= 1)
  })
}

/** The name, whole and by its first word, as the macro that stands for it. */
function withPlaceholder(line: string, name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  const whole = name.trim() === '' ? line : line.replaceAll(name.trim(), ' char ')
  return first.length > 1 ? whole.replaceAll(first, ' char ') : whole
}

function compile(): Lexicon {
  const year = new Date().getUTCFullYear()
  return compileLexicon(() =>
    Object.values(numberWords).flatMap((numbers) => [
      ...expandPhrases(ownAges.anywhere, ANYWHERE, numbers, year),
      ...expandPhrases(ownAges.lineStart, LINE_START, numbers, year),
      ...expandPhrases(ownAges.shield, CUE.shield, numbers, year),
    ]),
  )
}

const ownAgeLexicon = compile()
