import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Person } from '../accounts/person.ts'
import { isAdult, isMinor } from '../safety/age-state.ts'
import { readWalletOf } from '../wallet/balance.ts'
import { charge } from '../wallet/charge.ts'
import { chargeKey, type OrderedPicture } from './picture-task.ts'

/** Lets adults pass (A5). @throws AppError AgeNotOpen. */
export function refuseUnlessAdult(person: Pick<Person, 'ageState'>): void {
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
}

/**
 * Takes what pictures cost, each under its own key, all or none. Gives whether coins moved.
 * @throws AppError NotEnoughCoins with the price of all of them, NotAllowed while the account is frozen.
 */
export async function payForPictures(
  tx: Queryable,
  task: { id: string; personId: string },
  pictures: readonly OrderedPicture[],
  now: Date,
): Promise<boolean> {
  const price = pictures.reduce((sum, picture) => sum + picture.price, 0)
  if (price === 0) return false
  const wallet = await readWalletOf(tx, task.personId, now)
  if (wallet.coin_num < price) throw new AppError('NotEnoughCoins', { wallet, price })
  for (const picture of pictures)
    await charge(tx, {
      personId: task.personId,
      asset: 'coin',
      amount: picture.price,
      key: chargeKey(task.id, picture),
      cause: 'picture',
      ref: task.id,
      now,
    })
  return true
}
