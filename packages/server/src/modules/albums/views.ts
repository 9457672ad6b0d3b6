import type { Locale } from '@everkin/contract/locales.ts'
import type { Attachment } from '@everkin/contract/types.ts'
import { quotableLine } from '../chats/module.ts'
import { signMediaUrl, thumbnailUrl } from '../media/module.ts'
import { isCrisisText } from '../safety/module.ts'
import type { AlbumServices } from './services.ts'
import type { ItemRow, ReaderItem } from './store.ts'

/** The reader of an album. */
export interface AlbumReader {
  personId: string | null
  locale: Locale
  /** False for 24 hours after a crisis: no price is shown (C3). */
  mayBeOffered: boolean
}

type ViewServices = Pick<AlbumServices, 'settings' | 'clock'> & { media: Pick<AlbumServices['media'], 'digest'> }

/** The current price of an item. */
export function priceOf({ settings }: Pick<AlbumServices, 'settings'>, item: Pick<ItemRow, 'price' | 'kind'>): number {
  return item.price ?? (item.kind === 'image' ? settings.imagePrice : settings.videoPrice)
}

/** Whether an item is open to a reader: it is not locked, it is their own, or they have unlocked it. */
export function isUnlockedFor(item: ReaderItem, personId: string | null): boolean {
  return !item.locked || item.isUnlocked || (item.ownerId !== null && item.ownerId === personId)
}

/** An item as its reader sees it. */
export function toAttachment(services: ViewServices, item: ReaderItem, reader: AlbumReader): Attachment {
  const isOpen = isUnlockedFor(item, reader.personId)
  // An item without a lock is not tied to a person, so that a visitor's page can show it.
  const personId = item.locked ? (reader.personId ?? '') : ''
  const sign = (file: string) =>
    signMediaUrl(services.media.digest, { mediaId: item.fileId, personId }, file, services.clock.now())
  return {
    id: item.id,
    kind: item.kind,
    locked: !isOpen,
    price: isOpen || reader.mayBeOffered ? priceOf(services, item) : 0,
    thumbnail: isOpen ? sign(item.smallFile) : thumbnailUrl(item.thumbnailId),
    url: isOpen ? sign(item.mainFile) : null,
    width: item.width,
    height: item.height,
    duration_ms: item.durationMs,
    caption: item.captions['*'] ?? item.captions[reader.locale] ?? item.captions.en ?? '',
    generated: item.generated,
    ...(item.keepsake && { keepsake: item.keepsake }),
    ...(isOpen && item.quoted !== null && !isCrisisText(item.quoted) && { quote: quotableLine(item.quoted) }),
  }
}
