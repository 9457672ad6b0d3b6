/** The part of a service worker's global scope that we use. TypeScript's own types for it exclude those of pages. */
export interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly WorkerWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetch) => void): void
  addEventListener(
    type: 'notificationclick',
    listener: (event: WorkerEvent & { notification: Notification }) => void,
  ): void
  addEventListener(type: 'push', listener: (event: WorkerEvent & { data: { json(): unknown } | null }) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
}

interface WorkerWindow {
  readonly visibilityState: 'visible' | 'hidden'
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}

interface WorkerEvent extends Event {
  /** Keeps the worker running until the work is done. */
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerFetch extends WorkerEvent {
  readonly request: Request
  /** The document's own request, started while the worker was booting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

/** Messages from a page to the worker. */
export type WorkerMessage =
  | { type: 'take-over' }
  | { type: 'arrived' /** Address of the page, with query. */; path: string; isSignedIn: boolean }
