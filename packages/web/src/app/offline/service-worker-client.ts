import { createStore, type ReadableStore } from '../../lib/store.ts'
import type { WorkerMessage } from './service-worker-types.ts'

const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000

/** The page's side of the service worker: registers it, reports navigation, and detects a newer version. */
class ServiceWorkerClient {
  #registration: ServiceWorkerRegistration | null = null
  #checkedAtMs = 0
  readonly #newVersion = createStore<ServiceWorker | null>(null)
  /** A newer version that is installed and waiting to be activated. */
  readonly newVersion: ReadableStore<ServiceWorker | null> = this.#newVersion

  /** Call once per document, when it is idle. Does nothing where service workers are not supported (plain http). */
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

  /** Tells the worker which page is open, so that it can be read offline later. */
  async arrived(path: string, isSignedIn: boolean): Promise<void> {
    if (!this.#registration) return
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ type: 'arrived', path, isSignedIn } satisfies WorkerMessage)
  }

  /** Activates the newer version and reloads the page. Call it only when the reader asks for it. */
  startNewVersion(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
    this.#newVersion.get()?.postMessage({ type: 'take-over' } satisfies WorkerMessage)
  }

  #setWaiting(worker: ServiceWorker | null): void {
    // The first version replaces none, so there is no need to reload.
    this.#newVersion.set(navigator.serviceWorker.controller ? worker : null)
  }

  /** A page that stays open for days is never reloaded, so check whenever it becomes visible again. */
  #checkForUpdate(): void {
    if (document.visibilityState !== 'visible' || Date.now() - this.#checkedAtMs < UPDATE_CHECK_INTERVAL_MS) return
    this.#checkedAtMs = Date.now()
    this.#registration?.update().catch(() => {}) // offline: retried next time
  }
}

/** The instance of this document. Browser only. */
export const serviceWorkerClient = new ServiceWorkerClient()
