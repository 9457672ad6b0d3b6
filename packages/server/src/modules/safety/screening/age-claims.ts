import { compileLexicon, expandPhrases, findCues, type LazyLexicon, withoutShielded } from '@everkin/text-safety'
import ownAges from '../data/own-ages.json' with { type: 'json' }
import { CUE } from '../rules.ts'
import { findMinorAge } from './card-ages.ts'
import { numberWords } from './screening-lexicon.ts'

const ANYWHERE = 1
const LINE_START = 2

/**
 * True when a text says that the card's own character is under 18, in any of the eight languages [B5]. Other people
 * in the text may be of any age. `name` stands for `{{char}}`.
 */
export function claimsCharacterUnder18(text: string, name: string): boolean {
  return hasOwnAgePhrase(text, name) || findMinorAge(text, [name], 'other') === 'stated'
}

/** Like `claimsCharacterUnder18` by phrases alone, which are found in disguised spellings too. */
export function hasOwnAgePhrase(text: string, name: string): boolean {
  return text.split('\n').some((line) => {
    const cues = withoutShielded(findCues(withPlaceholder(line, name), ownAgeLexicon).cues, CUE.shield)
    return cues.some((cue) => cue.group === ANYWHERE || cue.position <= 1)
  })
}

/** How people refer to themselves, or to the person they describe, and the same with a name in its place. */
const SELF_REFERENCES: readonly [RegExp, string][] = [
  [/^(?:i am|i['’]?m|you are|she is|she['’]s|he is|he['’]s|they are|they['’]re)(?=\s)/iu, 'char is'],
  [/^(?:ich bin|sie ist|er ist)(?=\s)/iu, 'char ist'],
  [/^(?:j['’]ai|elle a|il a)(?=\s)/iu, 'char a'],
  [/^(?:je suis|elle est|il est)(?=\s)/iu, 'char est'],
  [/^(?:tengo|tiene|ella tiene|él tiene)(?=\s)/iu, 'char tiene'],
  [/^(?:soy|ella es|él es)(?=\s)/iu, 'char es'],
  [/^(?:tenho|tem|ela tem|ele tem)(?=\s)/iu, 'char tem'],
  [/^(?:sou|ela é|ele é)(?=\s)/iu, 'char é'],
  [/^(?:私|僕|俺|彼女|彼)は/u, 'char は'],
  [/^(?:我是|她是|他是)/u, 'char 是'],
  [/^(?:我|她|他)/u, 'char '],
  [/^(?:عمري|عمرها)(?=\s)/u, 'char عمرها'],
  [/^عمره(?=\s)/u, 'char عمره'],
]
/** A description often omits its subject: “A 34-year-old nurse”. */
const IMPLIED_SUBJECTS = ['char', 'char is', 'char ist', 'char est', 'char es', 'char é', 'char は', 'char 是']

/**
 * True when a person's description of themself says that they are under 18 [B1]. All of it is about one person, so a
 * sentence without a subject, or with “I” or “she”, counts as one with the name.
 */
export function claimsPersonUnder18(text: string, name: string): boolean {
  const whole = text.replaceAll(/\{\{user\}\}/gi, ' char ')
  if (hasOwnAgePhrase(whole, name) || findMinorAge(whole, [name], 'about') === 'stated') return true
  const clauses = partsOf(whole, /[\n.!?;,。、！？；，؟؛،–—]+/u)
  const sayings = [
    ...clauses.flatMap((clause) => IMPLIED_SUBJECTS.map((subject) => `${subject} ${clause}`)),
    ...clauses
      .flatMap((clause) => partsOf(clause, /\s(?:and|und|et|y|e|و)\s/u))
      .flatMap((clause) =>
        SELF_REFERENCES.filter(([begins]) => begins.test(clause)).map(([begins, named]) =>
          clause.replace(begins, named),
        ),
      ),
  ]
  return sayings.some((saying) => hasOwnAgePhrase(saying, name))
}

/** A sentence that begins with “Vesper, a …” gives the name itself. */
const NAME_FIRST = /^(\p{Lu}[\p{L}\p{M}'’-]{1,40}(?: \p{Lu}[\p{L}\p{M}'’-]{1,40})?) ?[,،、，:：(（]/u

/** Whether the sentence from which a character is to be written describes one under 18 [B5]. */
export function describesMinor(sentence: string): boolean {
  const name = NAME_FIRST.exec(sentence)?.[1] ?? ''
  return hasOwnAgePhrase(sentence, name) || findMinorAge(sentence, [name], 'about') === 'stated'
}

function partsOf(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Replaces the name, and its first word, with the macro. */
function withPlaceholder(line: string, name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  const whole = name.trim() === '' ? line : line.replaceAll(name.trim(), ' char ')
  return first.length > 1 ? whole.replaceAll(first, ' char ') : whole
}

function compileOwnAgeLexicon(): LazyLexicon {
  const year = new Date().getUTCFullYear()
  return compileLexicon(() =>
    Object.values(numberWords).flatMap((numbers) => [
      ...expandPhrases(ownAges.anywhere, ANYWHERE, numbers, year),
      ...expandPhrases(ownAges.lineStart, LINE_START, numbers, year),
      ...expandPhrases(ownAges.shield, CUE.shield, numbers, year),
    ]),
  )
}

export const ownAgeLexicon = compileOwnAgeLexicon()
