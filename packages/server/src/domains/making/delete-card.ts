import { AppError } from '../../platform/app-error.ts'
import { buryCards, findOwnCard, holdOwnCard } from '../characters/write-card.ts'
import type { MakingServices } from './services.ts'

/** Deletes a card of one's own, its versions, likes and begun changes. @throws AppError NotFound. */
export async function deleteCard(services: MakingServices, personId: string, id: string): Promise<void> {
  if (!(await findOwnCard(services.database, personId, id))) throw new AppError('NotFound')
  await services.database.transaction(async (tx) => {
    if (!(await holdOwnCard(tx, personId, id))) throw new AppError('NotFound')
    await tx.query('delete from card_draft where card_id = $1 and person_id = $2', [id, personId])
    await buryCards(tx, [id], services.clock.now())
  })
  services.onCardChange(id)
}
