import { storedAlbumTexts } from '../albums/module.ts'
import { findWrittenCard, lockOwnCard, saveCard, type WrittenCard } from '../characters/module.ts'
import { toGroupContent, toSingleContent } from './card-content.ts'
import { isDoubtfulFor, textsOfSingle } from './card-policy.ts'
import { textOfGroup } from './judge-by-rules.ts'
import type { CardEditorServices } from './services.ts'
import { selectUncheckedCards } from './store.ts'

const BATCH_SIZE = 20

/**
 * Asks the moderation model again about cards that wait in review because it gave no verdict (M2): a clear one is
 * published unless something else keeps it in review, a blocked one becomes a private draft. Ends at the first check
 * without a verdict. Where the model has been disconnected, the local rules decide alone again.
 */
export async function recheckCards(services: CardEditorServices): Promise<void> {
  for (const id of await selectUncheckedCards(services.database, BATCH_SIZE)) {
    const card = await findWrittenCard(services.database, id)
    if (card && !(await recheckCard(services, card))) return
  }
}

async function recheckCard(services: CardEditorServices, card: WrittenCard): Promise<boolean> {
  const isSingle = card.type === 'single'
  const text = isSingle ? await textOfSingle(services, card) : textOfGroup(toGroupContent(card))
  const outcome = await services.moderator.checkText(text, {
    surface: isSingle ? 'card' : 'group',
    ref: { id: card.id, personId: null },
  })
  if (outcome.kind === 'unavailable') return false
  const others = card.blockers.filter((one) => one !== 'unchecked')
  if (outcome.kind === 'blocked' || (outcome.kind === 'doubtful' && outcome.category === 'minor_safety')) {
    const blocker = outcome.category === 'minor_safety' ? 'minor' : 'blocked'
    await change(services, card, { state: 'draft', visibility: 'private', blockers: [blocker] })
    return true
  }
  if (isDoubtfulFor(card.rating, outcome) && !others.includes('doubtful')) others.push('doubtful')
  await change(services, card, {
    state: others.length > 0 ? 'in_review' : 'published',
    blockers: others,
    suitsTeens: card.suitsTeens && outcome.kind !== 'doubtful',
  })
  return true
}

async function textOfSingle({ database }: CardEditorServices, card: WrittenCard): Promise<string> {
  return [...textsOfSingle(toSingleContent(card)), ...(await storedAlbumTexts(database, card.id))].join('\n\n')
}

/** A card that has been saved meanwhile was checked with that save. */
async function change(
  { database, onCardChange }: CardEditorServices,
  card: WrittenCard,
  changes: Partial<Pick<WrittenCard, 'state' | 'visibility' | 'blockers' | 'suitsTeens'>>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const locked = card.creatorId && (await lockOwnCard(tx, card.creatorId, card.id))
    if (!locked || locked.updatedAt.getTime() !== card.updatedAt.getTime()) return
    await saveCard(tx, { ...card, ...changes })
  })
  onCardChange(card.id)
}
