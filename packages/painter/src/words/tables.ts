import { AR } from './ar.ts'
import { DE } from './de.ts'
import { EN } from './en.ts'
import { ES } from './es.ts'
import { fold } from './fold.ts'
import { FR } from './fr.ts'
import { asItStands, germanForms, romanceForms } from './inflect.ts'
import { JA } from './ja.ts'
import { PT } from './pt.ts'
import type { WordTable, WrittenTable } from './word-table.ts'
import { ZH } from './zh.ts'

/** The words of a language, and the small ones by which a text in it is told from one in another. */
export interface Language {
  table: Partial<WordTable>
  /** null where the script alone tells the language */
  small: readonly string[] | null
}

/** Every language the product speaks; of those in Latin letters English is first, where nothing else decides. */
export const LANGUAGES: readonly Language[] = [
  { table: read(EN, asItStands), small: small('a an the with and of in at on is who his her years old having for to') },
  {
    table: read(DE, germanForms),
    small: small('ein eine einer einem einen der die das mit und im am ist auf jahre von'),
  },
  { table: read(ES, romanceForms), small: small('un una el la los las con y en de del al es años su') },
  { table: read(FR, romanceForms), small: small('un une le la les avec et dans de des du aux au en est ans son sa') },
  { table: read(PT, romanceForms), small: small('um uma o os com e em de do da no na ao anos seu sua') },
  { table: read(AR, asItStands), small: null },
  { table: read(JA, asItStands), small: null },
  { table: read(ZH, asItStands), small: null },
]

function small(words: string): string[] {
  return words.split(' ').map(fold)
}

function read(written: WrittenTable, formsOf: (word: string) => string[]): Partial<WordTable> {
  const split = (words: string): string[] => [
    ...new Set(
      words
        .split(/\s+/)
        .filter(Boolean)
        .flatMap((word) => formsOf(fold(word)).map((form) => form.replaceAll('_', ' '))),
    ),
  ]
  const parts = Object.entries(written).map(([part, values]) => [
    part,
    Object.fromEntries(Object.entries(values).map(([value, words]) => [value, split(words)])),
  ])
  return Object.fromEntries(parts)
}
