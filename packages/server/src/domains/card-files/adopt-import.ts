import { LIMITS } from '@everkin/contract/limits.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import { bindToCard, letGoOfCard, selectWaiting } from './store.ts'

/**
 * Binds an imported file to the card that was made of it, in the transaction that saves the card: from now on it is what
 * the card's unknown keys are found in. Binding it to the same card again does nothing; a card that had another file
 * lets go of that.
 * @throws AppError InvalidInput on `import_id` for one that is a day old, used for another card, or somebody else's.
 */
export async function adoptImport(
  tx: Queryable,
  adopting: { personId: string; importId: string; cardId: string; now: Date },
): Promise<void> {
  const { personId, importId, cardId, now } = adopting
  const after = new Date(now.getTime() - LIMITS.importLifeMs)
  const row = onlyRow(await selectWaiting(tx, importId, personId, after))
  if (!row || (row.card_id !== null && row.card_id !== cardId)) throw invalidInput('import_id', 'expired')
  if (row.card_id === cardId) return
  await letGoOfCard(tx, cardId)
  await bindToCard(tx, importId, cardId)
}

/** Lets go of the file of a card that is deleted; the sweep removes it unless somebody else has brought it too. */
export async function forgetImport(tx: Queryable, cardId: string): Promise<void> {
  await letGoOfCard(tx, cardId)
}
