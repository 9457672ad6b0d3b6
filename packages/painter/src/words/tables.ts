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

/** The words of every language the product speaks. A description may mix them. */
export const TABLES: readonly Partial<WordTable>[] = [
  read(EN, asItStands),
  read(AR, asItStands),
  read(DE, germanForms),
  read(ES, romanceForms),
  read(FR, romanceForms),
  read(JA, asItStands),
  read(PT, romanceForms),
  read(ZH, asItStands),
]

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
