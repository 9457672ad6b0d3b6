import { Mutex } from 'async-mutex'

/** A mutex per chat within this process, in order of arrival. */
export interface ChatLock {
  take<Result>(chatId: string, work: () => Promise<Result>): Promise<Result>
}

export function createChatLock(): ChatLock {
  const mutexes = new Map<string, { mutex: Mutex; users: number }>()
  return {
    async take(chatId, work) {
      const entry = mutexes.get(chatId) ?? { mutex: new Mutex(), users: 0 }
      mutexes.set(chatId, entry)
      entry.users += 1
      try {
        return await entry.mutex.runExclusive(work)
      } finally {
        entry.users -= 1
        if (entry.users === 0) mutexes.delete(chatId)
      }
    },
  }
}
