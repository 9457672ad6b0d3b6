import { createStore, type ReadableStore } from './store.ts'

/** Chromium's offer to install the site (`beforeinstallprompt`), which no library of TypeScript knows. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `none` while the browser has offered nothing: it can not install, will not, or has done so before. */
export type InstallState = 'none' | 'offered' | 'installed'

/** The browser's offer, kept for the one page that asks: nobody is asked to install while doing something else. */
class InstallPrompt {
  #event: InstallEvent | null = null
  readonly #state = createStore<InstallState>('none')
  readonly state: ReadableStore<InstallState> = this.#state

  /** From the start of the document, since the offer comes once. */
  listen(): void {
    if (window.matchMedia('(display-mode: standalone)').matches) this.#state.set('installed')
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.#event = event as InstallEvent // what browsers that send it send
      if (this.#state.get() === 'none') this.#state.set('offered')
    })
    window.addEventListener('appinstalled', () => this.#state.set('installed'))
  }

  /** Shows the browser's own question. It may be asked once; a refusal leaves the ways by the browser's menu. */
  async show(): Promise<void> {
    const event = this.#event
    if (!event) return
    await event.prompt()
    await event.userChoice
    this.#event = null
    if (this.#state.get() === 'offered') this.#state.set('none')
  }
}

/** Of this document. Browser only. */
export const installPrompt = new InstallPrompt()
