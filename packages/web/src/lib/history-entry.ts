/**
 * The history entry that the router shows, for `back-to-close.ts`. It is apart because every page tells it, and the
 * rest is loaded with the first dialog.
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
