import { localStorageOrNull } from '../../../lib/device-settings.ts'
import { draftStore } from '../../../lib/draft-store.ts'
import { browserOutboxStore } from './outbox-store.ts'

/** Number of a person's unsent messages in this browser; sign-out asks for confirmation before erasing them. */
export async function countUnsent(userId: string): Promise<number> {
  return (await browserOutboxStore().list(userId)).length
}

/** Erases a person's outbox and drafts in this browser; for sign-out and account deletion. */
export async function eraseOutboxAndDrafts(userId: string): Promise<void> {
  const store = browserOutboxStore()
  for (const item of await store.list(userId)) await store.remove(item.client_id)
  draftStore(userId, localStorageOrNull()).clear()
}
