import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { isKnownTo } from './card-for-chat.ts'
import { fullSingleView, multipleView, singleView } from './card-views.ts'
import { checkRating } from './reader.ts'
import { type Showing, viewContext } from './show-cards.ts'
import { selectFullCards } from './store.ts'

/**
 * One character with its whole greeting, and its definition where the reader may have it.
 * @throws AppError NotFound for one that is unknown, a group, or not for this reader to know of; AgeNotOpen for an
 * adult who only has yet to confirm their age.
 */
export async function findSingle(showing: Showing, id: string): Promise<SingleCard> {
  const { db, reader } = showing
  const [row] = await selectFullCards(db, [id], reader.locale, reader.personId)
  if (row?.type !== 'single' || !isKnownTo(reader.personId, row)) throw new AppError('NotFound')
  checkRating(reader, row.rating)
  return fullSingleView(row, await viewContext(showing, [row]))
}

/** One group with its members; the same errors, which a member can cause as well (AZ-05). */
export async function findGroup(showing: Showing, id: string): Promise<MultipleCard> {
  const { db, reader } = showing
  const [row] = await selectFullCards(db, [id], reader.locale, reader.personId)
  if (row?.type !== 'multiple' || !isKnownTo(reader.personId, row)) throw new AppError('NotFound')
  const found = await selectFullCards(db, row.member_ids, reader.locale, reader.personId)
  const members = row.member_ids.map((memberId) => found.find((member) => member.id === memberId))
  const known = members.filter((member) => member !== undefined && isKnownTo(reader.personId, member))
  if (known.length < row.member_ids.length) throw new AppError('NotFound')
  for (const one of [row, ...known]) checkRating(reader, one?.rating ?? 'nsfw')
  const context = await viewContext(showing, [row, ...found])
  return multipleView(
    row,
    known.flatMap((member) => (member ? [singleView(member, context)] : [])),
    context,
  )
}
