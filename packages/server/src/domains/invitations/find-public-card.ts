import type { Locale } from '@everkin/contract/locales.ts'
import type { SingleCard } from '@everkin/contract/types.ts'
import { loadSingleCard } from '../../modules/characters/load-card.ts'
import { readerOf } from '../../modules/characters/reader.ts'
import { AppError } from '../../platform/app-error.ts'
import type { InvitationServices } from './services.ts'

/** A character as any visitor may see it, or null: an invitation shows nobody what a stranger would not be shown (N4). */
export async function findPublicCard(
  services: Pick<InvitationServices, 'database' | 'settings' | 'tagNames'>,
  cardId: string,
  locale: Locale,
): Promise<SingleCard | null> {
  const visitor = { identity: null, locale, country: null }
  const reader = await readerOf(services, visitor)
  try {
    const card = await loadSingleCard({ db: services.database, reader, tagNames: services.tagNames }, cardId)
    return card.visibility === 'public' ? card : null
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'NotFound') return null
    throw error
  }
}
