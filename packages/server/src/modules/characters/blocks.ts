import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { lockPersonRow } from '../accounts/module.ts'
import {
  type BlockTarget,
  deleteBlock,
  hasInvited,
  hasMetCard,
  hasMetCreator,
  insertBlock,
  selectBlocks,
} from './block-store.ts'
import type { Reader } from './reader.ts'
import type { BlockServices } from './services.ts'

/**
 * Blocks a card or a person, or removes the block; repeating it changes nothing. From then on the card is absent for
 * this person as a card of another rating is: from every list, search and page, and as a member of groups. Their chats
 * with it stay readable, and become read-only.
 * @throws AppError NotFound for what the person does not know of, for the library as a creator, and for their own
 * cards; Conflict when they have blocked LIMITS.blocks already.
 */
export async function saveBlock(
  services: Pick<BlockServices, 'database' | 'clock' | 'bus' | 'onBlocksChange'>,
  personId: string,
  target: { type: BlockTarget; id: string },
  on: boolean,
): Promise<void> {
  const { database, bus, clock } = services
  const now = clock.now()
  await database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    if (on) {
      const canBlock = target.type === 'card' ? hasMetCard : canReportPerson
      if (!(await canBlock(tx, target.id, personId))) throw new AppError('NotFound')
      if (person.blockedIds.length >= LIMITS.blocks && !person.blockedIds.includes(target.id))
        throw new AppError('Conflict', { limit: LIMITS.blocks }, 'tooMany')
      await insertBlock(tx, { personId, targetType: target.type, targetId: target.id, now })
    } else await deleteBlock(tx, personId, target.type, target.id)
    tx.afterCommit(() => bus.publish({ kind: 'blocks_changed', personId }))
  })
  services.onBlocksChange(personId, target.id)
}

/** The reader's blocks for their settings. An adult card has no name and picture for those who may not see it (N4). */
export async function listBlocks(
  db: Queryable,
  reader: Reader & { personId: string },
): Promise<ApiData<'GET /api/user/blocks'>> {
  const rows = await selectBlocks(db, reader.personId, reader.locale)
  const isShown = (rating: 'sfw' | 'nsfw' | null) => rating === null || reader.ratings.includes(rating)
  return {
    list: rows.map((row) => ({
      target_type: row.targetType,
      target_id: row.targetId,
      name: isShown(row.rating) ? row.name : null,
      avatar: isShown(row.rating) ? row.avatar : null,
      created_at: row.createdAt.toISOString(),
    })),
  }
}

/**
 * Whether there is someone else with this id whose nickname and picture the person may have met: as the creator of a
 * card, or behind an invitation link, which names its inviter's id to nobody else.
 */
export async function canReportPerson(db: Queryable, otherId: string, personId: string): Promise<boolean> {
  return (await hasMetCreator(db, otherId, personId)) || (await hasInvited(db, otherId, personId))
}

/** What a person has blocked, for the export of their data; without names, which are other people's. */
export async function exportBlocks(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    'select target_type, target_id, created_at from block where person_id = $1 order by created_at, target_id',
    [personId],
  )
}
