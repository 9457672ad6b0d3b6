/**
 * Keeps what someone does before the page is alive: what is typed or chosen is noted at its control, from where `Input`
 * and its like take it (`lib/given-early.ts`), and the press of a button that only a script can answer is made up for. Until
 * then the button says that it is busy. Links, menus and forms with an address work without a script and are left to the
 * browser. A form without one is held back: it would load the page anew, with its fields in the address.
 *
 * Runs in the page before any other script (`entry.server.tsx`), so it uses nothing from outside.
 */
function recordPreHydrationEvents() {
  const intercepted = new Set<HTMLElement>()

  const recordValue = (control: EventTarget | null) => {
    if (!(control instanceof HTMLElement) || !('value' in control)) return
    if (!(control instanceof HTMLInputElement) || !/^(radio|checkbox)$/.test(control.type)) {
      control.preHydrationValue = String(control.value)
      return
    }
    // One of a group: only the last choice counts.
    if (control.type === 'radio')
      for (const other of document.getElementsByName(control.name)) other.preHydrationValue = undefined
    control.preHydrationValue = control.checked
  }

  const intercept = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null
    const pressed = target?.closest<HTMLElement>(event.type === 'submit' ? 'form' : 'button')
    if (!pressed || pressed.hasAttribute('action')) return
    if (pressed instanceof HTMLButtonElement) {
      if (pressed.popoverTargetElement) return
      if (pressed.type === 'submit' && pressed.form?.hasAttribute('action')) return
      pressed.ariaBusy = 'true'
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    intercepted.add(pressed)
  }

  const stopIntercepting = () => {
    for (const type of ['click', 'submit']) removeEventListener(type, intercept, true)
    for (const pressed of intercepted) pressed.ariaBusy = null
  }

  // By the reader while the page was still coming, or by the browser after a reload.
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const isTick = control.type === 'radio' || control.type === 'checkbox'
    if (control instanceof HTMLInputElement && isTick) {
      const isGiven = control.checked !== control.defaultChecked
      if (isGiven && (control.checked || control.type === 'checkbox')) recordValue(control)
    } else if (control.value !== control.defaultValue && control.type !== 'range') recordValue(control)
  }
  for (const { selected, defaultSelected, parentElement } of document.querySelectorAll('option'))
    if (selected && !defaultSelected) recordValue(parentElement)

  // To the end: a part of a page may come to life after the page.
  addEventListener('input', ({ target }) => recordValue(target), true)
  for (const type of ['click', 'submit']) addEventListener(type, intercept, true)
  addEventListener('alive', () => {
    stopIntercepting()
    // Each in a turn of its own, after the controls have taken over what was given to them.
    for (const pressed of intercepted)
      setTimeout(() => {
        if (!pressed.isConnected) return
        if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
        else pressed.click()
      })
  })
  // The page can not come alive: nothing is to look busy.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && stopIntercepting(), true)
}

/** The same as the text of a script. */
export const PRE_HYDRATION_SCRIPT = `(${recordPreHydrationEvents})()`

/**
 * A browser begins "lazy" pictures up to 2,500 px below the screen: on a phone, half of the shelf before anyone has
 * moved. Until the first movement only pictures that are in view are fetched; from then on the browser goes as far ahead
 * as it likes. Runs in the page before any other script (`entry.server.tsx`), so it uses nothing from outside; the rules
 * of style that go with it stand in `cards.css`, and do nothing where there is no script.
 */
function deferOffscreenImages() {
  const root = document.documentElement
  const frames = [...document.querySelectorAll<HTMLElement>('.cover, .arch')]
  const stopDeferring = () => root.removeAttribute('data-pictures')
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) target.toggleAttribute('data-later', !isIntersecting)
    stopDeferring() // whatever comes from now on was not there at first
  })
  const release = () => {
    observer.disconnect()
    stopDeferring()
    for (const frame of frames) frame.removeAttribute('data-later')
  }
  if (frames.length === 0) stopDeferring()
  for (const frame of frames) observer.observe(frame)
  for (const type of ['scroll', 'wheel', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'beforeprint'])
    addEventListener(type, release, { once: true, capture: true, passive: true })
}

/** The same as the text of a script. */
export const DEFER_IMAGES_SCRIPT = `(${deferOffscreenImages})()`
