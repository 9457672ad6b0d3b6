import type { CardLimits } from './limits.ts'
import { type ParsedCardFile, type ParsedLorebook, readCardFile, readLorebookFile } from './read-card-file.ts'

/** Limits for tests, as large as a real server's. */
export const TEST_LIMITS: CardLimits = {
  nameLength: 100,
  taglineLength: 200,
  cardTextBytes: 64 * 1024,
  cardBytes: 1024 * 1024,
  tags: 20,
  tagLength: 40,
  alternateGreetings: 50,
  loreEntries: 2_000,
}

export function readTestCard(bytes: Uint8Array): ParsedCardFile {
  return readCardFile(bytes, TEST_LIMITS)
}

export function readTestLorebook(bytes: Uint8Array): ParsedLorebook {
  return readLorebookFile(bytes, TEST_LIMITS)
}
