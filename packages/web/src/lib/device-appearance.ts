import { APPEARANCE_COOKIE, type Appearance, formatAppearance } from '@everkin/contract/appearance.ts'
import { writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** How long another theme takes to come in. */
const FADE_MS = 200

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
  chosen.set(appearance)
  const isReduced = appearance.motion === 'less' || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (before === appearance.theme || isReduced || !('animate' in document.body)) return
  document.body.animate({ opacity: [0.4, 1] }, { duration: FADE_MS, easing: 'ease-out' })
}
