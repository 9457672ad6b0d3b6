import { APPEARANCE_COOKIE, type Appearance, formatAppearance } from '@everkin/contract/appearance.ts'
import { useSyncExternalStore } from 'react'
import { writeCookie } from './cookies.ts'

const ONE_YEAR_SECONDS = 31_536_000

const listeners = new Set<() => void>()
/** What has been chosen in this document; null while the page still looks as the server drew it. */
let chosen: Appearance | null = null

/** The look of the page: what has been chosen here, else what the server drew it with. */
export function useDeviceAppearance(serverAppearance: Appearance): Appearance {
  return (
    useSyncExternalStore(
      subscribe,
      () => chosen,
      () => null,
    ) ?? serverAppearance
  )
}

/** Changes the look at once and keeps it on this device for a year. */
export function setDeviceAppearance(appearance: Appearance): void {
  chosen = appearance
  writeCookie(APPEARANCE_COOKIE, formatAppearance(appearance), ONE_YEAR_SECONDS)
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
