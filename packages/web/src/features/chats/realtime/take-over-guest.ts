import { type DraftStorage, draftStore } from '../../../lib/draft-store.ts'
import type { OutboxStore } from './outbox-store.ts'

const KEY = 'everkin-guest'
/** No tab has this id, so whichever tab looks first adopts the message. */
const NO_TAB = ''

/** Records the guest of this browser: an account that gets their chats takes over what they have not sent there. */
export function rememberGuest(storage: DraftStorage | null, guestId: string): void {
  try {
    storage?.setItem(KEY, guestId)
  } catch {
    // Without storage there is nothing to take over.
  }
}

/** The last guest of this browser, whose chats may have become this person's; null when there is none. */
export function findGuestBefore(storage: DraftStorage | null, userId: string): string | null {
  try {
    const guestId = storage?.getItem(KEY) ?? null
    return guestId === userId ? null : guestId
  } catch {
    return null // the browser's settings forbid storage
  }
}

/** Where something is taken over: the chat is the account's now, since it was loaded for it. */
interface TakeOver {
  guestId: string
  userId: string
  chatId: string
}

/** Makes a guest's draft the account's, unless the account has written one itself. */
export function takeOverDraft(storage: DraftStorage | null, { guestId, userId, chatId }: TakeOver): void {
  const [before, after] = [draftStore(guestId, storage), draftStore(userId, storage)]
  if (after.read(chatId) === '') after.write(chatId, before.read(chatId))
  before.write(chatId, '')
}

/** Makes a guest's unsent messages the account's. Adopt orphans afterwards, and they are sent (REC-05). */
export async function takeOverUnsent(store: OutboxStore, { guestId, userId, chatId }: TakeOver): Promise<void> {
  const items = (await store.list(guestId)).filter((item) => item.chat_id === chatId)
  await Promise.all(items.map((item) => store.put({ ...item, user_id: userId, owner: NO_TAB, failure: null })))
}
