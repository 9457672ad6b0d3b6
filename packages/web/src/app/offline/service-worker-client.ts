import { createStore, type ReadableStore } from '../../lib/store.ts'
import type { WorkerMessage } from './service-worker-types.ts'

const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000

/** The page's side of the service worker: registers it, tells where the reader is, and knows of a newer version. */
class ServiceWorkerClient {
  #registration: ServiceWorkerRegistration | null = null
  #checkedAtMs = 0
  readonly #newVersion = createStore<ServiceWorker | null>(null)
  /** A newer version that has been loaded and waits to be used. */
  readonly newVersion: ReadableStore<ServiceWorker | null> = this.#newVersion

  /** Once a document, when it is at rest. Does nothing where there are no service workers (plain http). */
  async register(): Promise<void> {
    if (this.#registration || !('serviceWorker' in navigator)) return
    const registration = await navigator.serviceWorker.register('/sw.js')
    this.#registration = registration
    this.#checkedAtMs = Date.now()
    this.#setWaiting(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed') this.#setWaiting(coming)
      })
    })
    document.addEventListener('visibilitychange', () => this.#checkForUpdate())
  }

  /** Tells the worker which page is being read, so that it can be read again without a connection. */
  async arrived(path: string, isSignedIn: boolean): Promise<void> {
    if (!this.#registration) return
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ type: 'arrived', path, isSignedIn } satisfies WorkerMessage)
  }

  /** Lets the newer version take over and loads the page anew. Only ever because the reader asked for it. */
  startNewVersion(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
    this.#newVersion.get()?.postMessage({ type: 'take-over' } satisfies WorkerMessage)
  }

  #setWaiting(worker: ServiceWorker | null): void {
    // The very first version replaces none: there is nothing to reload for.
    this.#newVersion.set(navigator.serviceWorker.controller ? worker : null)
  }

  /** A page that stays open for days is not loaded anew by anyone: it asks when it is looked at again. */
  #checkForUpdate(): void {
    if (document.visibilityState !== 'visible' || Date.now() - this.#checkedAtMs < UPDATE_CHECK_INTERVAL_MS) return
    this.#checkedAtMs = Date.now()
    this.#registration?.update().catch(() => {}) // offline: next time
  }
}

/** Of this document. Browser only. */
export const serviceWorkerClient = new ServiceWorkerClient()
