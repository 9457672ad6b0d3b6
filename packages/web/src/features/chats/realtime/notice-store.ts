import { type ChatNotice, isCrisisNotice } from './chat-snapshot.ts'

interface NoticeStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const keyOf = (userId: string, chatId: string) => `everkin-notices:${userId}:${chatId}`

/** Stores notices with help lines until the tab is closed, so that a reload keeps them visible (C1). They contain only texts by Everkin. Never throws. */
export function storeNotices(
  storage: NoticeStorage,
  userId: string,
  chatId: string,
  notices: readonly ChatNotice[],
): void {
  const stored = notices.filter(({ notice }) => isCrisisNotice(notice))
  if (stored.length === 0) return
  try {
    storage.setItem(keyOf(userId, chatId), JSON.stringify(stored))
  } catch {
    // Without storage the notice stays until the page is left.
  }
}

/** The stored notices of a chat; unreadable data counts as none. */
export function loadStoredNotices(storage: NoticeStorage, userId: string, chatId: string): ChatNotice[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(userId, chatId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry): entry is ChatNotice => isNotice(entry)) : []
  } catch {
    return []
  }
}

function isNotice(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('notice' in entry) || !('afterId' in entry)) return false
  const { notice } = entry
  return typeof notice === 'object' && notice !== null && 'help_lines' in notice && Array.isArray(notice.help_lines)
}
