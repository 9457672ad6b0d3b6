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
  #isInstalled = false
  #listeners = new Set<() => void>()

  /** From the start of the document, since the offer comes once. */
  listen(): void {
    this.#isInstalled = window.matchMedia('(display-mode: standalone)').matches
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.#event = event as InstallEvent // what browsers that send it send
      this.#publish()
    })
    window.addEventListener('appinstalled', () => {
      this.#isInstalled = true
      this.#publish()
    })
  }

  state = (): InstallState => (this.#isInstalled ? 'installed' : this.#event ? 'offered' : 'none')

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows the browser's own question. It may be asked once; a refusal leaves the ways by the browser's menu. */
  async show(): Promise<void> {
    const event = this.#event
    if (!event) return
    await event.prompt()
    await event.userChoice
    this.#event = null
    this.#publish()
  }

  #publish(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Of this document. Browser only. */
export const installPrompt = new InstallPrompt()
