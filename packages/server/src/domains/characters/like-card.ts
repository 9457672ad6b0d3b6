import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { isKnownTo } from './card-for-chat.ts'
import { changeCounts } from './count-chat.ts'
import { checkRating, type Reader } from './reader.ts'
import type { CharacterServices } from './services.ts'
import { deleteLike, insertLike, selectFullCards } from './store.ts'

/**
 * Likes a card, or takes the like back; doing either twice changes nothing.
 * @throws AppError NotFound for a card this reader can not see.
 */
export async function likeCard(
  services: Pick<CharacterServices, 'database' | 'clock' | 'onCardChange'>,
  reader: Reader & { personId: string },
  cardId: string,
  on: boolean,
): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    await checkCard(tx, reader, cardId)
    const changed = on
      ? await insertLike(tx, reader.personId, cardId, now)
      : await deleteLike(tx, reader.personId, cardId)
    if (changed.length > 0) await changeCounts(tx, cardId, { chats: 0, likes: on ? 1 : -1 })
  })
  services.onCardChange(cardId)
}

async function checkCard(tx: Queryable, reader: Reader, cardId: string): Promise<void> {
  const [card] = await selectFullCards(tx, [cardId], reader.locale)
  if (!card || !isKnownTo(reader.personId, card)) throw new AppError('NotFound')
  checkRating(reader, card.rating)
}
