import { readTabItem, writeTabItem } from '../../lib/tab-storage.ts'

const ADDRESS = 'everkin-sign-in-address'

/** Remembers the address that a code was sent to, in this tab only: it must not appear in a URL. */
export function rememberAddress(email: string): void {
  writeTabItem(ADDRESS, email)
}

/** The address that a code was sent to in this tab; null on the server and if there is none. */
export function pendingAddress(): string | null {
  return readTabItem(ADDRESS) || null
}

/** Forgets the address after it was used. */
export function forgetAddress(): void {
  writeTabItem(ADDRESS, null)
}
