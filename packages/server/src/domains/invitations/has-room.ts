import type { Queryable } from '../../platform/db/database.ts'
import { DAY_MS, MOST_GIFTS_A_DAY } from './rules.ts'
import { countGifts } from './store.ts'

/** Whether one more gift may go to this network and come from this inviter within a day (WAL-15). */
export async function hasRoom(
  tx: Queryable,
  gift: { networkHash: Uint8Array; inviterId: string; now: Date },
): Promise<boolean> {
  const count = await countGifts(tx, { ...gift, since: new Date(gift.now.getTime() - DAY_MS) })
  return count.network < MOST_GIFTS_A_DAY.network && count.inviter < MOST_GIFTS_A_DAY.inviter
}
