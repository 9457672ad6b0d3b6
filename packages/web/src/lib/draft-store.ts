/** The part of `localStorage` that drafts need. */
export interface DraftStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  key(index: number): string | null
  readonly length: number
}

const PREFIX = 'everkin-draft'

/** Unsent text by chat (or the name of a form) and person; survives a reload. Never throws. */
export interface DraftStore {
  read(chatId: string): string
  /** An empty text removes the draft. */
  write(chatId: string, text: string): void
  /** Deletes all drafts of this person (sign-out). */
  clear(): void
}

/** The drafts of one person. If storage is full or forbidden, they last as long as the page. */
export function draftStore(userId: string, storage: DraftStorage | null): DraftStore {
  const unsaved = new Map<string, string>()
  const keyOf = (chatId: string) => `${PREFIX}:${userId}:${chatId}`
  return {
    read(chatId) {
      return unsaved.get(chatId) ?? tryTo(() => storage?.getItem(keyOf(chatId))) ?? ''
    },
    write(chatId, text) {
      unsaved.delete(chatId)
      if (text === '') tryTo(() => storage?.removeItem(keyOf(chatId)))
      else if (!storage || !isSaved(storage, keyOf(chatId), text)) unsaved.set(chatId, text)
    },
    clear() {
      unsaved.clear()
      tryTo(() => {
        const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
        for (const key of keys) if (key.startsWith(`${PREFIX}:${userId}:`)) storage?.removeItem(key)
      })
    },
  }
}

function isSaved(storage: DraftStorage, key: string, text: string): boolean {
  tryTo(() => storage.setItem(key, text))
  return tryTo(() => storage.getItem(key)) === text
}

function tryTo<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null // storage that is full, forbidden or missing must not break the page
  }
}
