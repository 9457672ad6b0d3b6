import { type DraftStorage, draftStore } from '../../../lib/draft-store.ts'
import type { OutboxStore } from './outbox-store.ts'

const KEY = 'everkin-guest'
/** No tab has this id, so whichever tab looks first adopts the message. */
const NO_TAB = ''

/** Records the guest of this browser: an account that is signed in to next takes over their drafts and unsent messages. */
export function rememberGuest(storage: DraftStorage | null, guestId: string): void {
  try {
    storage?.setItem(KEY, guestId)
  } catch {
    // Without storage there is nothing to take over.
  }
}

/** The last guest of this browser, whose chats may have become those of this person; null when there is none. */
export function findGuestBefore(storage: DraftStorage | null, userId: string): string | null {
  try {
    const guestId = storage?.getItem(KEY) ?? null
    return guestId === userId ? null : guestId
  } catch {
    return null // the browser's settings forbid storage
  }
}

/** Makes a guest's drafts those of the account. What the account has written itself stays. */
export function takeOverDrafts(storage: DraftStorage | null, guestId: string, userId: string): void {
  const [before, after] = [draftStore(guestId, storage), draftStore(userId, storage)]
  for (const chatId of before.chatIds()) if (after.read(chatId) === '') after.write(chatId, before.read(chatId))
  before.clear()
}

/** Makes a guest's unsent messages those of the account. Call it before orphans are adopted, which then sends them. */
export async function takeOverUnsent(store: OutboxStore, guestId: string, userId: string): Promise<void> {
  const items = await store.list(guestId)
  await Promise.all(items.map((item) => store.put({ ...item, user_id: userId, owner: NO_TAB, failure: null })))
}
