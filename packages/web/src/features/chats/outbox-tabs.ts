import { newId } from '../../lib/new-id.ts'

/** Which pages of this browser are alive, so that a message is sent by one of them. */
export interface OutboxTabs {
  /** This page's own name. */
  readonly self: string
  /** The names of other pages that are alive; null when the browser can not tell. */
  alive(): Promise<ReadonlySet<string> | null>
}

const PREFIX = 'everkin-page-'

/**
 * Pages known by the Web Locks that they hold. A lock ends with its page, even after a crash. Where a browser has no
 * Web Locks every page may send what it finds: the server stores each `client_id` once.
 */
export function browserOutboxTabs(): OutboxTabs {
  const self = newId()
  const locks = 'locks' in navigator ? navigator.locks : null
  // Held until the page ends: the promise is never resolved on purpose.
  locks?.request(PREFIX + self, () => new Promise(() => {})).catch(() => {})
  return {
    self,
    async alive() {
      if (!locks) return null
      const { held = [] } = await locks.query()
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(names.filter((name) => name !== self))
    },
  }
}
