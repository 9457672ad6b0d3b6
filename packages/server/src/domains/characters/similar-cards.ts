import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { isKnownTo } from './card-for-chat.ts'
import { checkRating } from './reader.ts'
import { selectSharingTags } from './shelf-store.ts'
import { type Showing, showGroups, showSingles } from './show-cards.ts'
import { selectFullCards } from './store.ts'

/** Of each tag only the best known are looked at, so that the size of the library does not matter. */
const OF_EACH_TAG = 60

/**
 * Public cards of the same kind that share the most tags with one.
 * @throws AppError NotFound for a card that the reader may not know of, AgeNotOpen.
 */
export async function similarCards(
  showing: Showing,
  { id, limit }: { id: string; limit: number },
): Promise<(SingleCard | MultipleCard)[]> {
  const { db, reader } = showing
  const [card] = await selectFullCards(db, [id], reader.locale, reader.personId)
  if (!card || !isKnownTo(reader.personId, card)) throw new AppError('NotFound')
  checkRating(reader, card.rating)
  const { type, tags } = card
  const rows = await selectSharingTags(db, { id, type, tags, ratings: reader.ratings }, OF_EACH_TAG, limit)
  const ids = rows.map((row) => row.card_id)
  return type === 'single' ? showSingles(showing, ids) : showGroups(showing, ids)
}
