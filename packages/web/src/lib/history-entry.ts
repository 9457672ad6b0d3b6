/**
 * The history entry that the router shows, for `back-to-close.ts`. It is a separate module because every page updates
 * it, while the rest is loaded with the first dialog.
 */
export const currentEntry = {
  /** The key of the router's location. */
  key: 'default',
  onChange: () => {},
  /** Called before the router sees a step through the history, which it never does if the event is stopped here. */
  onPop: (_event: PopStateEvent) => {},
  set(key: string): void {
    this.key = key
    this.onChange()
  },
  /** Call it before the router exists: listeners of the window are called in the order in which they were added. */
  listen(): void {
    window.addEventListener('popstate', (event) => this.onPop(event))
  },
}
