import type { cardFiles } from '@everkin/contract/http/card-files.ts'
import type { DataOf } from '@everkin/contract/operation.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { localizeReport } from './localize-report.ts'
import { loadImporter, readCardFile } from './read-card-file.ts'
import type { CardFileServices } from './services.ts'

/**
 * Reads a standalone lorebook (`lorebook_v3`, a bare book, SillyTavern's or Agnai's), or a character's. Nothing is
 * stored.
 * @throws AppError FileType, InvalidInput on `file`, SafetyStop, AgeNotOpen, TooManyRequests.
 */
export async function importLorebook(
  services: CardFileServices,
  caller: SignedInCaller,
  bytes: Uint8Array,
): Promise<DataOf<typeof cardFiles.importLorebook>> {
  const person = await loadImporter(services, caller)
  const read = await readCardFile(services, person.id, 'readLorebook', bytes, ['JSON', 'PNG'])
  return {
    character_book: read.book,
    entries: read.entries,
    name: read.name,
    warnings: localizeReport(read.report, 'report', services.texts.translate(caller.locale), caller.locale),
  }
}
