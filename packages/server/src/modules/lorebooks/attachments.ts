import { AppError } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { publishLorebookChange } from './save-lorebook.ts'
import type { LorebookServices } from './services.ts'
import {
  copyAttached,
  countOwned,
  type LorebookTarget,
  replaceAttached,
  selectAttached,
  selectPersonaBooks,
} from './store.ts'

export type { LorebookTarget } from './store.ts'

/**
 * Replaces the books of a chat or a persona, which the caller has found to be the person's, whose lock it holds.
 * @throws AppError NotFound when one of the books is not theirs.
 */
export async function attachLorebooks(
  services: Pick<LorebookServices, 'bus'>,
  tx: Transaction,
  personId: string,
  target: LorebookTarget,
  ids: readonly string[],
): Promise<void> {
  const chosen = [...new Set(ids)]
  if ((await countOwned(tx, personId, chosen)) < chosen.length) throw new AppError('NotFound')
  await replaceAttached(tx, target, chosen)
  await publishLorebookChange(services, tx, personId)
}

/** The books of a chat or a persona, in the order in which they were chosen. */
export function listAttached(db: Queryable, target: LorebookTarget): Promise<string[]> {
  return selectAttached(db, target)
}

/** The books of each of a person's personas, by the persona's id. */
export async function listPersonaBooks(db: Queryable, personId: string): Promise<ReadonlyMap<string, string[]>> {
  const books = new Map<string, string[]>()
  for (const { personaId, id } of await selectPersonaBooks(db, personId))
    books.set(personaId, [...(books.get(personaId) ?? []), id])
  return books
}

/** A branch that becomes a chat of its own keeps the books of the chat it came from. */
export function copyLorebooks(tx: Transaction, fromChatId: string, toChatId: string): Promise<void> {
  return copyAttached(tx, fromChatId, toChatId)
}
