const ADDRESS = 'everkin-sign-in-address'

/** Keeps the address a code was sent to, in this tab only: it must not stand in an address bar. */
export function rememberAddress(email: string): void {
  sessionStorage.setItem(ADDRESS, email)
}

/** The address a code was sent to in this tab; null on the server and where there is none. */
export function pendingAddress(): string | null {
  return typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(ADDRESS)
}

/** Forgets it, once it has served. */
export function forgetAddress(): void {
  sessionStorage.removeItem(ADDRESS)
}
