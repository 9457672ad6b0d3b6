import type { EventBus } from './event-bus.ts'
import type { Hub } from './hub.ts'

/** Tells whether people have a page open, at this process or any other that the bus reaches. */
export interface Presence {
  /**
   * Whether a page of this person is open. Where other processes have to be asked, it waits for the first that says so,
   * a moment at most: a process that does not answer in time counts as one without pages.
   */
  isOnline(personId: string): Promise<boolean>
}

const ANSWER_TIMEOUT_MS = 200

export function createPresence(hub: Pick<Hub, 'isOnline'>, bus: EventBus): Presence {
  const questions = new Map<string, () => void>()
  bus.subscribe((event) => {
    if (event.kind === 'person_present') questions.get(event.askId)?.()
    else if (event.kind === 'presence_wanted' && !questions.has(event.askId) && hub.isOnline(event.personId))
      bus.publish({ kind: 'person_present', askId: event.askId })
  })
  return {
    async isOnline(personId) {
      if (hub.isOnline(personId)) return true
      if (!bus.isShared) return false
      const askId = crypto.randomUUID()
      return new Promise((resolve) => {
        const end = (isOnline: boolean) => {
          clearTimeout(timer)
          questions.delete(askId)
          resolve(isOnline)
        }
        const timer = setTimeout(end, ANSWER_TIMEOUT_MS, false)
        questions.set(askId, () => end(true))
        bus.publish({ kind: 'presence_wanted', personId, askId })
      })
    },
  }
}
