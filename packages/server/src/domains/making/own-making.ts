import type { Queryable } from '../../platform/db/database.ts'
import { buryCards, listWrittenCardsOf } from '../characters/write-card.ts'
import { contentOf } from './card-content.ts'
import { selectWholeDrafts } from './draft-store.ts'
import { selectVersionsOf } from './version-store.ts'

/** Every card of a person with all that it says and has said, and the forms that they have begun (D2). */
export async function* exportMade(db: Queryable, personId: string): AsyncGenerator<object> {
  const versions = await selectVersionsOf(db, personId)
  for (const card of await listWrittenCardsOf(db, personId)) {
    const { id, type, state, visibility, createdAt, updatedAt } = card
    const own = versions.filter((version) => version.cardId === id).map(({ cardId: _cardId, ...version }) => version)
    yield { id, type, state, visibility, createdAt, updatedAt, ...contentOf(card), versions: own }
  }
  for (const draft of await selectWholeDrafts(db, personId)) yield { draft }
}

/** What an erased person has made goes; of cards that others talk with, the name is left to those. */
export async function forgetMade(tx: Queryable, personId: string, now: Date): Promise<void> {
  const ids = (await listWrittenCardsOf(tx, personId)).map((card) => card.id)
  if (ids.length > 0) await buryCards(tx, ids, now) // their pictures go with their owner's files
}
