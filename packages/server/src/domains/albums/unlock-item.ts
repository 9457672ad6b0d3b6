import type { Attachment, Wallet } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { holdPerson } from '../accounts/person.ts'
import { idOfThumbnail } from '../media/media-address.ts'
import { offersAllowed } from '../safety/crisis-state.ts'
import { readWalletOf } from '../wallet/balance.ts'
import { charge } from '../wallet/charge.ts'
import { refund } from '../wallet/refund.ts'
import { makeFiles } from './make-files.ts'
import { readChatAlbum } from './read-album.ts'
import type { AlbumServices } from './services.ts'
import { deleteUnlock, insertUnlock, lockItem, type SeenItem, selectSeen, selectUnlocks } from './store.ts'
import { attachmentView, isOpenTo, priceOf } from './views.ts'

const LIMIT = { most: 240, windowMs: 60_000 }

/** Which item is to be unlocked, in which chat: by its id, or by the address of its blurred picture; the id wins. */
export interface UnlockWish {
  chatId: string
  itemId: string | undefined
  thumbnail: string | undefined
  idempotencyKey: string
  /** The price that the person was shown; where it has gone up since, they are asked again. */
  shownPrice: number | undefined
}

/**
 * Unlocks an item of a chat's album for its price at this time: once, whatever is repeated or sent at once (WAL-02); who
 * has it already is answered as before and charged nothing. What is not there to be delivered is not charged, and what
 * was charged for it is given back.
 * @throws AppError NotFound, NotEnoughCoins with wallet and price, Conflict for a key that named another item and, with the
 * price of now, for one that is higher than shown, NotAllowed
 * for 24 hours after a crisis (C3) or while the account is frozen, Unavailable for a lock that is broken, AgeNotOpen,
 * TooManyRequests.
 */
export async function unlockItem(
  services: AlbumServices,
  caller: Pick<Caller, 'locale' | 'country'> & { identity: { personId: string } },
  wish: UnlockWish,
): Promise<{ attachment: Attachment; wallet: Wallet }> {
  const { personId } = caller.identity
  services.limiter.take(`unlock:${personId}`, LIMIT)
  const album = await readChatAlbum(services, caller, wish.chatId)
  const item = album.items.find(namedBy(wish))
  if (!item) throw new AppError('NotFound')
  const isThere = await isDeliverable(services, item)
  if (!isThere && !item.isUnlocked) throw broken()
  const wallet = await services.database.transaction((tx) =>
    isThere ? unlockUnder(tx, services, personId, item, wish) : giveBack(tx, services, personId, item),
  )
  services.live.toPerson(personId, { type: 'wallet.updated', wallet })
  if (!isThere) throw broken()
  const seen = onlyRow(await selectSeen(services.database, personId, [item.id]))
  if (!seen) throw new AppError('NotFound')
  return { attachment: attachmentView(services, seen, album.reader), wallet }
}

function namedBy({ itemId, thumbnail }: UnlockWish): (item: SeenItem) => boolean {
  if (itemId !== undefined) return (item) => item.id === itemId
  const thumbnailId = thumbnail === undefined ? null : idOfThumbnail(thumbnail)
  return (item) => item.thumbnailId === thumbnailId
}

/** The person is held first, so that all that they unlock at once comes one after another (locks: person, …, ledger). */
async function unlockUnder(
  tx: Queryable,
  services: AlbumServices,
  personId: string,
  item: SeenItem,
  { chatId, idempotencyKey, shownPrice }: UnlockWish,
): Promise<Wallet> {
  const now = services.clock.now()
  const person = await holdPerson(tx, personId)
  if (!person) throw new AppError('NotSignedIn')
  const known = await selectUnlocks(tx, personId, { itemId: item.id, key: idempotencyKey })
  if (known.some((unlock) => unlock.itemId !== item.id)) throw new AppError('Conflict')
  const held = onlyRow(await lockItem(tx, item.id))
  if (!held) throw new AppError('NotFound')
  if (known.length > 0 || isOpenTo({ ...item, ...held }, personId)) return readWalletOf(tx, personId, now)
  if (held.removedAt !== null) throw new AppError('NotFound')
  if (!offersAllowed(person.lastCrisisAt, now)) throw new AppError('NotAllowed')
  const id = newId(now)
  const price = priceOf(services, held)
  if (shownPrice !== undefined && price > shownPrice) throw new AppError('Conflict', { price }, 'priceChanged')
  const wallet = await charge(tx, {
    personId,
    asset: 'coin',
    amount: price,
    key: chargeKeyOf(id),
    now,
    cause: held.kind === 'image' ? 'image_unlocked' : 'video_unlocked',
    ref: item.id,
  })
  await insertUnlock(tx, { id, personId, itemId: item.id, chatId, price, idempotencyKey, createdAt: now })
  return wallet
}

async function giveBack(tx: Queryable, services: AlbumServices, personId: string, item: SeenItem): Promise<Wallet> {
  const now = services.clock.now()
  await holdPerson(tx, personId)
  for (const { id } of await deleteUnlock(tx, personId, item.id))
    await refund(tx, { key: chargeKeyOf(id), cause: 'unlock_refund', now })
  return readWalletOf(tx, personId, now)
}

/** Whether all of the item can be had now; the library's is painted where it is not. */
async function isDeliverable(services: AlbumServices, item: SeenItem): Promise<boolean> {
  const { files } = services.media
  if ((await files.sizeOf(item.fileId, item.mainFile)) !== null) return true
  return item.libraryRef !== null && (await makeFiles(services, item.fileId))
}

const chargeKeyOf = (unlockId: string) => `unlock:${unlockId}`

function broken(): AppError {
  return new AppError('Unavailable', null, 'lockBroken')
}
