import { createStore, type ReadableStore } from './store.ts'

/** Chromium's `beforeinstallprompt` event, which is missing from TypeScript's DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `none` until the browser offers an installation: it is unsupported, was declined, or is already done. */
type InstallState = 'none' | 'offered' | 'installed'

/** Stores the browser's install prompt for the one page that shows it, so that it never interrupts anything else. */
class InstallPrompt {
  #event: InstallEvent | null = null
  readonly #state = createStore<InstallState>('none')
  readonly state: ReadableStore<InstallState> = this.#state

  /** Call at the start of the document, since the browser offers it only once. */
  listen(): void {
    if (window.matchMedia('(display-mode: standalone)').matches) this.#state.set('installed')
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.#event = event as InstallEvent // the type of the event in the browsers that send it
      if (this.#state.get() === 'none') this.#state.set('offered')
    })
    window.addEventListener('appinstalled', () => this.#state.set('installed'))
  }

  /** Shows the browser's prompt. This works only once; after a refusal only the browser's menu remains. */
  async show(): Promise<void> {
    const event = this.#event
    if (!event) return
    await event.prompt()
    await event.userChoice
    this.#event = null
    if (this.#state.get() === 'offered') this.#state.set('none')
  }
}

/** The instance of this document. Browser only. */
export const installPrompt = new InstallPrompt()
