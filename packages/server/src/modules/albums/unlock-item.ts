import type { Attachment, Wallet } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { findOwnLine } from '../chats/module.ts'
import { thumbnailIdFromUrl } from '../media/module.ts'
import { canShowOffers } from '../safety/module.ts'
import { charge, loadWallet, refund } from '../wallet/module.ts'
import { loadChatAlbum } from './load-album.ts'
import { renderLibraryItem } from './render-library-item.ts'
import type { AlbumServices } from './services.ts'
import {
  deleteUnlock,
  insertUnlock,
  lockItemForShare,
  type ReaderItem,
  selectItemsForReader,
  selectUnlocks,
} from './store.ts'
import { isUnlockedFor, priceOf, toAttachment } from './views.ts'

const UNLOCK_LIMIT = { max: 240, windowMs: MINUTE_MS }

/** Which item to unlock in which chat: by its id, or by the URL of its blurred image; the id takes precedence. */
export interface UnlockRequest {
  chatId: string
  itemId: string | undefined
  thumbnail: string | undefined
  idempotencyKey: string
  /** The price that the person was shown; if it has risen since, they are asked again. */
  shownPrice: number | undefined
}

/**
 * Unlocks an item of a chat's album at its current price: once, whatever is repeated or sent at once (WAL-02). An item
 * that is already unlocked gives the same answer without a charge. What cannot be delivered is not charged, and what
 * was charged for it is refunded.
 * @throws AppError NotFound; NotEnoughCoins with wallet and price; Conflict for a key that named another item and, with
 * the current price, for one that is higher than shown; NotAllowed for 24 hours after a crisis (C3) or while the
 * account is frozen; Unavailable for a broken lock; AgeNotOpen; TooManyRequests.
 */
export async function unlockItem(
  services: AlbumServices,
  caller: Pick<Caller, 'locale' | 'country'> & { identity: { personId: string } },
  request: UnlockRequest,
): Promise<{ attachment: Attachment; wallet: Wallet }> {
  const { personId } = caller.identity
  await services.limiter.consume(`unlock:${personId}`, UNLOCK_LIMIT)
  const album = await loadChatAlbum(services, caller, request.chatId)
  const item = album.items.find(matchesRequest(request))
  if (!item) throw new AppError('NotFound')
  const canDeliver = await isDeliverable(services, item)
  if (!canDeliver && !item.isUnlocked) throw brokenLockError()
  const wallet = await services.database.transaction((tx) =>
    canDeliver
      ? unlockInTransaction(tx, services, personId, item, request)
      : refundUnlock(tx, services, personId, item),
  )
  if (!canDeliver) throw brokenLockError()
  const updated = onlyRow(await selectItemsForReader(services.database, personId, [item.id]))
  if (!updated) throw new AppError('NotFound')
  return { attachment: toAttachment(services, updated, album.reader), wallet }
}

function matchesRequest({ itemId, thumbnail }: UnlockRequest): (item: ReaderItem) => boolean {
  if (itemId !== undefined) return (item) => item.id === itemId
  const thumbnailId = thumbnail === undefined ? null : thumbnailIdFromUrl(thumbnail)
  return (item) => item.thumbnailId === thumbnailId
}

/** Locks the person first, so that their unlocks run one after another (locks: person, …, ledger). */
async function unlockInTransaction(
  tx: Transaction,
  services: AlbumServices,
  personId: string,
  item: ReaderItem,
  { chatId, idempotencyKey, shownPrice }: UnlockRequest,
): Promise<Wallet> {
  const now = services.clock.now()
  const person = await lockPersonRow(tx, personId)
  if (!person) throw new AppError('NotSignedIn')
  const known = await selectUnlocks(tx, personId, { itemId: item.id, key: idempotencyKey })
  if (known.some((unlock) => unlock.itemId !== item.id)) throw new AppError('Conflict')
  const locked = onlyRow(await lockItemForShare(tx, item.id))
  if (!locked) throw new AppError('NotFound')
  if (known.length > 0 || isUnlockedFor({ ...item, ...locked }, personId)) return loadWallet(tx, personId, now)
  if (locked.removedAt !== null) throw new AppError('NotFound')
  if (!canShowOffers(person.lastCrisisAt, now)) throw new AppError('NotAllowed')
  const id = newId(now)
  const price = priceOf(services, locked)
  if (shownPrice !== undefined && price > shownPrice) throw new AppError('Conflict', { price }, 'priceChanged')
  const wallet = await charge(tx, {
    personId,
    asset: 'coin',
    amount: price,
    key: unlockChargeKey(id),
    now,
    cause: locked.kind === 'image' ? 'image_unlocked' : 'video_unlocked',
    ref: item.id,
  })
  const quoteSeq = item.keepsake === 'log' ? await findOwnLine(tx, chatId, personId) : null
  await insertUnlock(tx, { id, personId, itemId: item.id, chatId, price, idempotencyKey, quoteSeq, createdAt: now })
  return wallet
}

async function refundUnlock(
  tx: Transaction,
  services: AlbumServices,
  personId: string,
  item: ReaderItem,
): Promise<Wallet> {
  const now = services.clock.now()
  await lockPersonRow(tx, personId)
  for (const { id } of await deleteUnlock(tx, personId, item.id))
    await refund(tx, { key: unlockChargeKey(id), cause: 'unlock_refund', now })
  return loadWallet(tx, personId, now)
}

/** Whether all files of the item are available now; missing files of a library item are rendered. */
async function isDeliverable(services: AlbumServices, item: ReaderItem): Promise<boolean> {
  const { files } = services.media
  if ((await files.sizeOf(item.fileId, item.mainFile)) !== null) return true
  return item.libraryRef !== null && (await renderLibraryItem(services, item.fileId))
}

const unlockChargeKey = (unlockId: string) => `unlock:${unlockId}`

function brokenLockError(): AppError {
  return new AppError('Unavailable', null, 'lockBroken')
}
