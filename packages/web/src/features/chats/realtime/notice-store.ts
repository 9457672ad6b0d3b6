import type { ChatNotice } from './chat-snapshot.ts'

interface NoticeStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const keyOf = (userId: string, chatId: string) => `everkin-notices:${userId}:${chatId}`

/** Notices that a reload must not take away: help lines stay in sight (C1). */
function isCrisisNotice({ notice }: ChatNotice): boolean {
  return notice.kind === 'crisis' || notice.kind === 'crisis_imminent'
}

/** Keeps the notices with help lines for as long as the tab lives. They hold the house's words only. Never throws. */
export function storeNotices(
  storage: NoticeStorage,
  userId: string,
  chatId: string,
  notices: readonly ChatNotice[],
): void {
  const stored = notices.filter(isCrisisNotice)
  if (stored.length === 0) return
  try {
    storage.setItem(keyOf(userId, chatId), JSON.stringify(stored))
  } catch {
    // without storage the notice stays until the page is left
  }
}

/** The notices kept for a chat; anything unreadable counts as none. */
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
