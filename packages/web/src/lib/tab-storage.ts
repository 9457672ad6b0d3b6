/** What could not be stored: it lasts as long as the document. */
const unsaved = new Map<string, string>()

/**
 * Reads what this tab has stored in `sessionStorage`; empty for nothing. Never throws: a browser that blocks site data
 * throws at the mere name of the storage, and a server has none.
 */
export function readTabItem(key: string): string {
  try {
    return unsaved.get(key) ?? sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/**
 * Stores a text for this tab; null removes it. Never throws. Returns whether it would survive a reload: where storage is
 * full or blocked, it lasts as long as the document.
 */
export function writeTabItem(key: string, text: string | null): boolean {
  unsaved.delete(key)
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    return true
  } catch {
    if (text !== null) unsaved.set(key, text)
    return false
  }
}
