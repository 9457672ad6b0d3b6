import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { findItem, restrictItem } from '../albums/module.ts'
import { type Restriction, restrictCard } from '../characters/module.ts'
import { findReportedMessage, restrictMessage } from '../chats/module.ts'
import { findStoredFile, withholdFiles } from '../media/module.ts'
import type { ReportTarget } from '../safety/module.ts'
import type { ModerationServices } from './services.ts'

/** What can be decided about: what can be reported, a text that the rules stopped, a picture that was withheld. */
export type TargetType = ReportTarget | 'text' | 'file'

export interface Target {
  type: TargetType
  id: string
}

/** An item as a decision sees it. */
export interface FoundTarget extends Target {
  /** Who made it; null: the library, a model, or nobody any more. */
  authorId: string | null
  /** In whose chat a message is; the author for everything else. */
  ownerId: string | null
  /** Its name; empty for messages. */
  label: string
  restriction: Restriction | null
}

/** The item of a case, locked until the transaction ends if it is given one that decides; null when it is gone. */
export async function findTarget(db: Queryable, target: Target, locked = false): Promise<FoundTarget | null> {
  const lock = locked ? 'for update' : ''
  if (isCard(target)) {
    const card = onlyRow(
      await db.query<{ authorId: string | null; label: string; restriction: Restriction | null }>(
        `select creator_id as "authorId", name as label, restriction from card
         where id = $1 and type = $2 and deleted_at is null ${lock}`,
        [target.id, target.type === 'card' ? 'single' : 'multiple'],
      ),
    )
    return card && { ...target, ...card, ownerId: card.authorId }
  }
  if (target.type === 'image') {
    const item = await findItem(db, target.id)
    if (!item) return null
    const label = item.captions['*'] ?? item.captions.en ?? ''
    return { ...target, authorId: item.ownerId, ownerId: item.ownerId, label, restriction: item.restriction }
  }
  if (target.type === 'message') {
    const message = await findReportedMessage(db, target.id)
    if (!message) return null
    const authorId = message.role === 'user' ? message.personId : null
    return { ...target, authorId, ownerId: message.personId, label: '', restriction: message.restriction }
  }
  if (target.type === 'text') return findStoppedText(db, target.id)
  if (target.type === 'file') return findWithheldFile(db, target.id)
  const person = onlyRow(
    await db.query<{ label: string; restriction: Restriction | null }>(
      'select nickname as label, profile_restriction as restriction from person where id = $1',
      [target.id],
    ),
  )
  return person && { ...target, ...person, authorId: target.id, ownerId: target.id }
}

async function findStoppedText(db: Queryable, id: string): Promise<FoundTarget | null> {
  const rows = await db.query<{ personId: string }>('select person_id as "personId" from stopped_text where id = $1', [
    id,
  ])
  return ownedTarget('text', id, onlyRow(rows)?.personId, null)
}

async function findWithheldFile(db: Queryable, id: string): Promise<FoundTarget | null> {
  const file = await findStoredFile(db, id)
  return ownedTarget('file', id, file?.personId, file?.isWithheld ? 'removed' : null)
}

function ownedTarget(
  type: TargetType,
  id: string,
  ownerId: string | undefined,
  restriction: Restriction | null,
): FoundTarget | null {
  return ownerId === undefined ? null : { type, id, authorId: ownerId, ownerId, label: '', restriction }
}

/**
 * Sets the restriction of an item (undefined: leaves it) and runs `also` in the same transaction, with the item as it was
 * before. Locks its author first.
 * @throws AppError Conflict for a message that is being written.
 */
export async function changeTarget<Result>(
  services: ModerationServices,
  found: FoundTarget,
  restriction: Restriction | null | undefined,
  also: (tx: Transaction, before: FoundTarget) => Promise<Result>,
): Promise<Result> {
  if (found.type === 'message' && restriction !== undefined)
    return restrictMessage(services.chats, found.id, restriction, (tx, before) =>
      also(tx, { ...found, restriction: before }),
    )
  const result = await services.database.transaction(async (tx) => {
    if (found.authorId !== null) await lockPersonRow(tx, found.authorId)
    const before = (await findTarget(tx, found, true)) ?? found
    if (restriction !== undefined) await restrict(tx, found, restriction)
    return also(tx, before)
  })
  if (isCard(found)) services.onCardChange(found.id)
  return result
}

export function isCard(target: Target): boolean {
  return target.type === 'card' || target.type === 'group'
}

/** Sets the restriction of an item that is not a message. */
export async function restrict(tx: Transaction, target: Target, restriction: Restriction | null): Promise<void> {
  if (isCard(target)) await restrictCard(tx, target.id, restriction)
  else if (target.type === 'image') await restrictItem(tx, target.id, restriction)
  else if (target.type === 'file') await withholdFiles(tx, [target.id], restriction !== null)
  else if (target.type === 'user')
    await tx.query('update person set profile_restriction = $2 where id = $1', [target.id, restriction])
}
