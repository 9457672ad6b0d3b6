import { forgetKeptPages } from './offline-pages.ts'

let isStale = false

/**
 * Whether the root's data (the person, the texts for signed-in people, unread counts) still belongs to who is signed
 * in. It is not loaded again for going elsewhere, so whoever signs somebody in on a page that is left at once says so.
 */
export const frameData = {
  isStale: () => isStale,
  /** Makes the next navigation load the root's data again, and drops pages that were kept for the visitor. */
  expire: () => {
    isStale = true
    forgetKeptPages()
  },
  loaded: () => {
    isStale = false
  },
}
