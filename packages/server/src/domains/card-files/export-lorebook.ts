import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/file-reply.ts'
import { fileName } from './file-name.ts'
import { findOpenCard } from './open-card.ts'
import { toTavern } from './read-book.ts'
import type { CardFileServices } from './services.ts'
import { writeLorebook } from './write-card.ts'

/**
 * A character's lorebook as a file of its own, in the open format or in SillyTavern's.
 * @throws AppError NotFound (also for a character without one), AgeNotOpen
 */
export async function exportLorebook(
  services: CardFileServices,
  caller: SignedInCaller,
  { id, format }: { id: string; format: 'v3' | 'sillytavern' },
): Promise<FileReply> {
  const { card, is } = await findOpenCard(services, caller, id)
  if (!is.character_book) throw new AppError('NotFound')
  const file = format === 'v3' ? writeLorebook(is.character_book) : toTavern(is.character_book)
  return {
    name: fileName(`${card.name} lorebook`, card.id, 'json'),
    mediaType: 'application/json; charset=utf-8',
    pieces: (async function* () {
      yield Buffer.from(JSON.stringify(file, null, 2), 'utf8')
    })(),
  }
}
