import { EN } from './en.ts'
import { fold } from './fold.ts'
import type { WordTable, WrittenTable } from './word-table.ts'

/** The words of every language the product speaks. A description may mix them. */
export const TABLES: readonly Partial<WordTable>[] = [EN].map(read)

function read(written: WrittenTable): Partial<WordTable> {
  const parts = Object.entries(written).map(([part, values]) => [
    part,
    Object.fromEntries(Object.entries(values).map(([value, words]) => [value, split(words)])),
  ])
  return Object.fromEntries(parts)
}

function split(words: string): string[] {
  return words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => fold(word).replaceAll('_', ' '))
}
