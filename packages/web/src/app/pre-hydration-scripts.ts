/**
 * Records input before the page is hydrated. Typed and selected values are stored at their control, where
 * `ui/form/form-controls.tsx` reads them. Clicks on buttons that need the script are replayed later; until then the
 * button is marked as busy. Links, menus and forms with an `action` work without a script and are not touched. Forms
 * without one are intercepted: they would reload the page with their fields in the URL.
 *
 * Runs in the page before any other script (`entry.server.tsx`), so it must not use anything from outside.
 */
function recordPreHydrationEvents() {
  const intercepted = new Set<HTMLElement>()

  const recordValue = (control: EventTarget | null) => {
    if (!(control instanceof HTMLElement) || !('value' in control)) return
    if (!(control instanceof HTMLInputElement) || !/^(radio|checkbox)$/.test(control.type)) {
      control.preHydrationValue = String(control.value)
      return
    }
    // In a radio group only the last choice counts.
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

  // Filled in while the page was loading, or restored by the browser after a reload.
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const isTick = control.type === 'radio' || control.type === 'checkbox'
    if (control instanceof HTMLInputElement && isTick) {
      const isGiven = control.checked !== control.defaultChecked
      if (isGiven && (control.checked || control.type === 'checkbox')) recordValue(control)
    } else if (control.value !== control.defaultValue && control.type !== 'range') recordValue(control)
  }
  for (const { selected, defaultSelected, parentElement } of document.querySelectorAll('option'))
    if (selected && !defaultSelected) recordValue(parentElement)

  // Never removed: parts of a page may be hydrated later than the page.
  addEventListener('input', ({ target }) => recordValue(target), true)
  for (const type of ['click', 'submit']) addEventListener(type, intercept, true)
  addEventListener('alive', () => {
    // The controls read their recorded values in timers that were set before this one. A click before that would find
    // them empty, so it is still intercepted.
    setTimeout(() => {
      stopIntercepting()
      // Each in its own task.
      for (const pressed of intercepted)
        setTimeout(() => {
          if (!pressed.isConnected) return
          if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
          else pressed.click()
        })
    })
  })
  // The page's script failed to load: no button must stay busy.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && stopIntercepting(), true)
}

/** The script as source text. */
export const PRE_HYDRATION_SCRIPT = `(${recordPreHydrationEvents})()`

/**
 * Browsers load "lazy" images up to 2,500 px below the viewport: on a phone, half of the shelf before anyone has
 * scrolled. Until the first interaction only images in view are loaded; then the browser decides. Runs in the page
 * before any other script (`entry.server.tsx`), so it must not use anything from outside; its CSS is in `cards.css` and
 * has no effect without scripts. Elements of these classes are rendered with `suppressHydrationWarning`.
 */
function deferOffscreenImages() {
  const root = document.documentElement
  const frames = [...document.querySelectorAll<HTMLElement>('.cover, .arch')]
  const stopDeferring = () => root.removeAttribute('data-pictures')
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) target.toggleAttribute('data-later', !isIntersecting)
    stopDeferring() // images that are added later are not deferred
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

/** The script as source text. */
export const DEFER_IMAGES_SCRIPT = `(${deferOffscreenImages})()`

/**
 * Loads the styles for systems that choose the colours themselves; everyone else is spared their bytes. Runs in the page
 * before any other script (`entry.server.tsx`), so it must not use anything from outside.
 */
function loadForcedColors(href: string) {
  if (!matchMedia('(forced-colors: active)').matches) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}

/** The script as source text. */
export const forcedColorsScript = (href: string): string => `(${loadForcedColors})(${JSON.stringify(href)})`
