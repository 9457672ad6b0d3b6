import type { cardFiles } from '@everkin/contract/http/card-files.ts'
import type { DataOf } from '@everkin/contract/operation.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { checkSender, checkVerdict } from './check-sender.ts'
import { orRefuse } from './refuse-file.ts'
import type { CardFileServices } from './services.ts'
import { tellLines } from './tell-lines.ts'

/**
 * Reads a lorebook that stands alone (`lorebook_v3`, a bare book, SillyTavern's or Agnai's), or a character's. Nothing
 * is stored.
 * @throws AppError FileType, InvalidInput on `file`, SafetyStop, AgeNotOpen, TooManyRequests.
 */
export async function importLorebook(
  services: CardFileServices,
  caller: SignedInCaller,
  bytes: Uint8Array,
): Promise<DataOf<typeof cardFiles.importLorebook>> {
  await checkSender(services, caller)
  const read = await orRefuse(services.reader.ask('readLorebook', { bytes }), ['JSON', 'PNG'])
  await checkVerdict(services, read.verdict)
  return {
    character_book: read.book,
    entries: read.entries,
    name: read.name,
    warnings: tellLines(read.report, 'report', services.texts.translate(caller.locale), caller.locale),
  }
}
