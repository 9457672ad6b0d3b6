import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { hasOriginal } from '../card-files/find-original.ts'
import { findGroup, findSingle } from '../characters/find-card.ts'
import { readerOf } from '../characters/reader.ts'
import type { Showing } from '../characters/show-cards.ts'
import { findOwnCard } from '../characters/write-card.ts'
import { selectDraftOfCard } from './draft-store.ts'
import type { MakingServices } from './services.ts'

type OwnCard = ApiData<'GET /api/making/card'>

/** How cards are shown to whoever calls. */
export async function showingTo(services: MakingServices, caller: SignedInCaller): Promise<Showing> {
  return { db: services.database, tagNames: services.tagNames, reader: await readerOf(services, caller) }
}

/** A card of either kind as its maker sees it. @throws AppError NotFound. */
export async function showOwnCard(
  services: MakingServices,
  caller: SignedInCaller,
  card: { id: string; type: 'single' | 'multiple' },
): Promise<OwnCard['card']> {
  const showing = await showingTo(services, caller)
  return card.type === 'single' ? findSingle(showing, card.id) : findGroup(showing, card.id)
}

/** A card of one's own with what keeps it back and what is begun of it. @throws AppError NotFound. */
export async function readOwnCard(services: MakingServices, caller: SignedInCaller, id: string): Promise<OwnCard> {
  const { personId } = caller.identity
  const card = await findOwnCard(services.database, personId, id)
  if (!card) throw new AppError('NotFound')
  const draft = onlyRow(await selectDraftOfCard(services.database, personId, id))
  return {
    card: await showOwnCard(services, caller, card),
    version: card.version,
    hindrances: card.hindrances as OwnCard['hindrances'], // only `judge-card.ts` writes them
    has_original: await hasOriginal(services.database, id),
    draft_id: draft?.id ?? null,
  }
}
