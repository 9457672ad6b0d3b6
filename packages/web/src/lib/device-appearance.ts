import { APPEARANCE_COOKIE, type Appearance, formatAppearance } from '@everkin/contract/appearance.ts'
import { flushSync } from 'react-dom'
import { writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** The appearance chosen in this document; null while the one from the server is still shown. */
const chosen = createStore<Appearance | null>(null)

/** The current appearance: chosen in this document, or otherwise the one that the server rendered. */
export function useDeviceAppearance(serverAppearance: Appearance): Appearance {
  return useStore(chosen) ?? serverAppearance
}

/** Applies an appearance at once and stores it on this device for a year. */
export function setDeviceAppearance(appearance: Appearance): void {
  const before = document.documentElement.dataset.theme ?? 'system'
  writeCookie(APPEARANCE_COOKIE, formatAppearance(appearance), ONE_YEAR_SECONDS)
  const apply = () => flushSync(() => chosen.set(appearance))
  // Another theme fades in; everything else stays under the finger.
  if (before !== appearance.theme && 'startViewTransition' in document) {
    // Refused for a page that nobody sees: the theme has changed all the same.
    document.startViewTransition(apply).ready.catch(() => {})
  } else chosen.set(appearance)
}
