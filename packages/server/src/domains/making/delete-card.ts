import { AppError } from '../../platform/app-error.ts'
import { dropAlbum } from '../albums/save-album.ts'
import { forgetImport } from '../card-files/adopt-import.ts'
import { buryCards, findOwnCard, holdOwnCard } from '../characters/write-card.ts'
import { releasePictures, releasePicturesOfCard } from './card-pictures.ts'
import { deleteDraftsOfCard } from './draft-store.ts'
import type { MakingServices } from './services.ts'

/** Deletes a card of one's own, its versions, likes and begun changes. @throws AppError NotFound. */
export async function deleteCard(services: MakingServices, personId: string, id: string): Promise<void> {
  if (!(await findOwnCard(services.database, personId, id))) throw new AppError('NotFound')
  await services.database.transaction(async (tx) => {
    if (!(await holdOwnCard(tx, personId, id))) throw new AppError('NotFound')
    await releasePicturesOfCard(tx, id)
    for (const draft of await deleteDraftsOfCard(tx, personId, id)) await releasePictures(tx, draft.content)
    await dropAlbum(tx, id, services.clock.now())
    await forgetImport(tx, id)
    await buryCards(tx, [id], services.clock.now())
  })
  services.onCardChange(id)
}
