import type { cardFiles } from '@everkin/contract/http/card-files.ts'
import type { DataOf } from '@everkin/contract/operation.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { findOpenCard } from './open-card.ts'
import type { CardFileServices } from './services.ts'
import { tellLines } from './tell-lines.ts'

/** What can be had of a character, and what other formats leave out. @throws AppError NotFound, AgeNotOpen */
export async function exportInfo(
  services: CardFileServices,
  caller: SignedInCaller,
  id: string,
): Promise<DataOf<typeof cardFiles.exportInfo>> {
  const { is, original } = await findOpenCard(services, caller, id)
  const bytes = original && (await services.files.read(original.file_hash))
  const losses = await services.reader.ask('losses', { is, original: bytes })
  const translate = services.texts.translate(caller.locale)
  return {
    original: original &&
      bytes && {
        kind: original.kind,
        format: original.format,
        bytes: original.bytes,
        pictures: original.pictures,
      },
    version_2_loses: tellLines(losses.second, 'loses', translate, caller.locale),
    plain_loses: tellLines(losses.plain, 'loses', translate, caller.locale),
  }
}
