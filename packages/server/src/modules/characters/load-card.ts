import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { checkCardAccess, loadPerson } from '../accounts/module.ts'
import { hasChatWithCard } from './block-store.ts'
import { findCardForChat } from './card-for-chat.ts'
import { selectSharingTags } from './listing-store.ts'
import { isVisibleTo } from './public-card.ts'
import { assertCardAccess, toRequestedCard } from './reader.ts'
import type { CharacterServices } from './services.ts'
import { selectFullCards } from './store.ts'
import {
  fullSingleView,
  loadGroupCardViews,
  loadSingleCardViews,
  loadViewContext,
  multipleView,
  singleView,
  type ViewScope,
} from './views.ts'

/**
 * One character with its whole greeting, and with its definition if the reader may see it.
 * @throws AppError NotFound for one that is unknown, a group, or hidden from this reader; AgeNotOpen for an adult who
 * has not confirmed their age yet.
 */
export async function loadSingleCard(scope: ViewScope, id: string): Promise<SingleCard> {
  const { db, reader } = scope
  const [row] = await selectFullCards(db, [id], reader.locale, reader.personId)
  if (row?.type !== 'single' || !isVisibleTo(reader.personId, row)) throw new AppError('NotFound')
  assertCardAccess(reader, toRequestedCard(row))
  return fullSingleView(row, await loadViewContext(scope, [row]))
}

/** One group with its members. Throws the same errors, which a member can cause as well (AZ-05). */
export async function loadGroupCard(scope: ViewScope, id: string): Promise<MultipleCard> {
  const { db, reader } = scope
  const [row] = await selectFullCards(db, [id], reader.locale, reader.personId)
  if (row?.type !== 'multiple' || !isVisibleTo(reader.personId, row)) throw new AppError('NotFound')
  const found = await selectFullCards(db, row.member_ids, reader.locale, reader.personId)
  const members = row.member_ids.map((memberId) => found.find((member) => member.id === memberId))
  const known = members.filter((member) => member !== undefined && isVisibleTo(reader.personId, member))
  if (known.length < row.member_ids.length) throw new AppError('NotFound')
  assertCardAccess(reader, { ...toRequestedCard(row), members: found.map(toRequestedCard) })
  const context = await loadViewContext(scope, [row, ...found])
  return multipleView(
    row,
    known.flatMap((member) => (member ? [{ ...singleView(member, context), hook: null }] : [])),
    context,
  )
}

/** Only the most popular cards of each tag are read, so that the size of the library does not matter. */
const CARDS_PER_TAG = 60

/**
 * Public cards of the same kind that share the most tags with a card.
 * @throws AppError NotFound for a card that the reader may not know of, AgeNotOpen.
 */
export async function listSimilarCards(
  scope: ViewScope,
  { id, limit }: { id: string; limit: number },
): Promise<(SingleCard | MultipleCard)[]> {
  const { db, reader } = scope
  const card = await findCardForChat(db, { cardId: id, locale: reader.locale, readerId: reader.personId })
  if (!card) throw new AppError('NotFound')
  assertCardAccess(reader, card)
  const { type, tags } = card
  const rows = await selectSharingTags(
    db,
    { id, type, tags, ratings: reader.ratings, blockedIds: reader.blockedIds },
    CARDS_PER_TAG,
    limit,
  )
  const ids = rows.map((row) => row.card_id)
  return type === 'single' ? loadSingleCardViews(scope, ids) : loadGroupCardViews(scope, ids)
}

/** Who asks whether they may report a card, and from which country, as far as that is known. */
interface CardReporter {
  personId: string
  country: string | null | undefined
}

/**
 * Whether there is a card of this type that the person may see, or has a chat with: what they have read they may report.
 * @throws AppError AgeNotOpen for an adult who has not confirmed their age yet.
 */
export async function canReportCard(
  services: Pick<CharacterServices, 'settings'>,
  db: Queryable,
  card: { id: string; type: 'single' | 'multiple' },
  { personId, country }: CardReporter,
): Promise<boolean> {
  const [row] = await selectFullCards(db, [card.id], 'en')
  if (row?.type !== card.type || !isVisibleTo(personId, row)) return false
  if (await hasChatWithCard(db, card.id, personId)) return true
  const members = await selectFullCards(db, row.member_ids, 'en')
  const viewer = { person: await loadPerson(db, personId), country }
  const access = checkCardAccess(services.settings, viewer, {
    ...toRequestedCard(row),
    members: members.map(toRequestedCard),
  })
  if (access === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  return access === 'yes'
}
