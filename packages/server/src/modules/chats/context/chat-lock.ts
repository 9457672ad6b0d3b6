/** A mutex per chat within this process, in order of arrival. */
export interface ChatLock {
  take<Result>(chatId: string, work: () => Promise<Result>): Promise<Result>
}

export function createChatLock(): ChatLock {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(chatId, work) {
      const before = last.get(chatId) ?? Promise.resolve()
      const mine = before.then(work, work)
      const settled = mine
        .catch(() => undefined)
        .then(() => {
          if (last.get(chatId) === settled) last.delete(chatId)
        })
      last.set(chatId, settled)
      return mine
    },
  }
}
