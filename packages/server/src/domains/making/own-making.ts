import type { Queryable } from '../../platform/db/database.ts'
import { buryCards, findWrittenCard, listIdsOfOwnCards } from '../characters/write-card.ts'
import { contentOf } from './card-content.ts'
import { selectWholeDrafts } from './draft-store.ts'
import { selectWholeVersions } from './version-store.ts'

/** Each may be a MiB: the copy of much that was made is never in memory at once. */
const VERSIONS_AT_ONCE = 10

/**
 * Every card of a person with all that it says, each followed by what it has said, and the forms that they have begun
 * (D2).
 */
export async function* exportMade(db: Queryable, personId: string): AsyncGenerator<object> {
  for (const id of await listIdsOfOwnCards(db, personId)) {
    const card = await findWrittenCard(db, id)
    if (!card) continue
    const { type, state, visibility, createdAt, updatedAt } = card
    yield { id, type, state, visibility, createdAt, updatedAt, ...contentOf(card) }
    yield* exportVersions(db, id)
  }
  for (const draft of await selectWholeDrafts(db, personId)) yield { draft }
}

async function* exportVersions(db: Queryable, cardId: string): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const versions = await selectWholeVersions(db, cardId, after, VERSIONS_AT_ONCE)
    for (const version of versions) yield { version_of: cardId, ...version }
    const last = versions.at(-1)
    if (!last) return
    after = last.number
  }
}

/** What an erased person has made goes; of cards that others talk with, the name is left to those. */
export async function forgetMade(tx: Queryable, personId: string, now: Date): Promise<void> {
  const ids = await listIdsOfOwnCards(tx, personId)
  if (ids.length > 0) await buryCards(tx, ids, now) // their pictures go with their owner's files
}
