import { readTabItem, writeTabItem } from '../../../lib/tab-storage.ts'
import { type ChatNotice, isCrisisNotice } from './chat-snapshot.ts'

const keyOf = (userId: string, chatId: string) => `everkin-notices:${userId}:${chatId}`

/** Stores notices with help lines until the tab is closed, so that a reload keeps them visible (C1). They contain only texts by Everkin. Never throws. */
export function storeNotices(userId: string, chatId: string, notices: readonly ChatNotice[]): void {
  const stored = notices.filter(({ notice }) => isCrisisNotice(notice))
  if (stored.length === 0) return
  writeTabItem(keyOf(userId, chatId), JSON.stringify(stored))
}

/** The stored notices of a chat; unreadable data counts as none. */
export function loadStoredNotices(userId: string, chatId: string): ChatNotice[] {
  try {
    const stored: unknown = JSON.parse(readTabItem(keyOf(userId, chatId)) || '[]')
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
