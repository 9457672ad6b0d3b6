import { APPEARANCE_COOKIE, type Appearance, formatAppearance } from '@everkin/contract/appearance.ts'
import { writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** What has been chosen in this document; null while the page still looks as the server drew it. */
const chosen = createStore<Appearance | null>(null)

/** The look of the page: what has been chosen here, else what the server drew it with. */
export function useDeviceAppearance(serverAppearance: Appearance): Appearance {
  return useStore(chosen) ?? serverAppearance
}

/** Changes the look at once and keeps it on this device for a year. */
export function setDeviceAppearance(appearance: Appearance): void {
  writeCookie(APPEARANCE_COOKIE, formatAppearance(appearance), ONE_YEAR_SECONDS)
  chosen.set(appearance)
}
