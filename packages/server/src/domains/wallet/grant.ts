import type { Queryable } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { checkAmount } from './amount.ts'
import { type Asset, insertGrant } from './store.ts'

interface Grant {
  personId: string
  asset: Asset
  amount: number
  /** Names the cause once: a second grant with it books nothing. */
  key: string
  cause: string
  ref: string | null
  now: Date
}

/** Gives a person an amount; whether it was booked now. An amount of 0 books nothing. */
export async function grant(tx: Queryable, grant: Grant): Promise<boolean> {
  checkAmount(grant.amount)
  if (grant.amount === 0) return false
  return (await insertGrant(tx, grant, newId(grant.now))).length > 0
}
