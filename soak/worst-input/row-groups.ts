import { entriesOf, rowsOfCards, rowsOfFiles, rowsOfSavedCard, saveRow } from './card-rows.ts'
import { rowsOfFrames, rowsOfImports } from './chat-rows.ts'
import { rowsOfContract } from './contract-rows.ts'
import { rowsOfLorebooks, rowsOfOwnLorebooks } from './lorebook-rows.ts'
import { rowsOfMemory } from './memory-rows.ts'
import { rowsOfPresetFiles } from './preset-rows.ts'
import { WORDS, type WorstRow } from './worst-row.ts'

/** Rows by group, in the order in which they run. */
export const ROW_GROUPS: Readonly<Record<string, () => WorstRow[]>> = {
  lorebooks: () => [...rowsOfLorebooks(), ...rowsOfOwnLorebooks()],
  cards: () => [...rowsOfCards(), ...rowsOfSavedCard()],
  files: rowsOfFiles,
  memory: rowsOfMemory,
  imports: rowsOfImports,
  presets: rowsOfPresetFiles,
  frames: rowsOfFrames,
  contract: rowsOfContract,
  /** A few of the others, for every test run. */
  heaviest: () => [
    saveRow('a lorebook of short words', { definition: { character_book: { entries: entriesOf(WORDS) } } }),
    ...rowsOfLorebooks().filter(({ input }) => input.endsWith('Han, with case and without')),
    ...rowsOfMemory().slice(-9),
  ],
}
