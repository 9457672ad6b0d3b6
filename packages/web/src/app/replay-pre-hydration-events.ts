/**
 * Keeps what someone does before the page is alive: what is typed or chosen is noted at its control, from where `Input`
 * and its like take it (`lib/given-early.ts`), and the press of a button that only a script can answer is made up for. Until
 * then the button says that it is busy. Links, menus and forms with an address work without a script and are left to the
 * browser. A form without one is held back: it would load the page anew, with its fields in the address.
 *
 * Runs in the page before any other script (`entry.server.tsx`), so it uses nothing from outside.
 */
function recordPreHydrationEvents() {
  const held = new Set<HTMLElement>()

  const note = (control: EventTarget | null) => {
    if (!(control instanceof HTMLElement) || !('value' in control)) return
    if (!(control instanceof HTMLInputElement) || !/^(radio|checkbox)$/.test(control.type)) {
      control.givenEarly = String(control.value)
      return
    }
    // One of a group: only the last choice counts.
    if (control.type === 'radio')
      for (const other of document.getElementsByName(control.name)) other.givenEarly = undefined
    control.givenEarly = control.checked
  }

  const hold = (event: Event) => {
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
    held.add(pressed)
  }

  const stopHolding = () => {
    for (const type of ['click', 'submit']) removeEventListener(type, hold, true)
    for (const pressed of held) pressed.ariaBusy = null
  }

  // By the reader while the page was still coming, or by the browser after a reload.
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const isTick = control.type === 'radio' || control.type === 'checkbox'
    if (control instanceof HTMLInputElement && isTick) {
      const isGiven = control.checked !== control.defaultChecked
      if (isGiven && (control.checked || control.type === 'checkbox')) note(control)
    } else if (control.value !== control.defaultValue && control.type !== 'range') note(control)
  }
  for (const { selected, defaultSelected, parentElement } of document.querySelectorAll('option'))
    if (selected && !defaultSelected) note(parentElement)

  // To the end: a part of a page may come to life after the page.
  addEventListener('input', ({ target }) => note(target), true)
  for (const type of ['click', 'submit']) addEventListener(type, hold, true)
  addEventListener('alive', () => {
    stopHolding()
    // Each in a turn of its own, after the controls have taken over what was given to them.
    for (const pressed of held)
      setTimeout(() => {
        if (!pressed.isConnected) return
        if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
        else pressed.click()
      })
  })
  // The page can not come alive: nothing is to look busy.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && stopHolding(), true)
}

/** The same as the text of a script. */
export const PRE_HYDRATION_SCRIPT = `(${recordPreHydrationEvents})()`
