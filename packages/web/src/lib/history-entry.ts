/**
 * The history entry that the router shows, for `back-to-close.ts`. It is a separate module because every page updates
 * it, while the rest is loaded with the first dialog.
 */
export const currentEntry = {
  /** The key of the router's location. */
  key: 'default',
  onChange: () => {},
  set(key: string): void {
    this.key = key
    this.onChange()
  },
}
