const LEAVE_MS = 160

/**
 * Lets an element that React is about to remove fade out: a copy of it, which can neither be reached nor read aloud, in
 * the top layer. `kind` names its rule in `motion.css`. Does nothing where movement is reduced.
 */
export function leave(element: HTMLElement | null, kind: 'dialog' | 'toast'): void {
  if (!element || movesLess() || typeof element.showPopover !== 'function') return
  // A copy of these would load, or play.
  if (element.querySelector('iframe, video, audio')) return
  const copy = element.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return
  copy.removeAttribute('open')
  copy.removeAttribute('id')
  copy.removeAttribute('role')
  for (const part of copy.querySelectorAll('[id], [role]')) {
    part.removeAttribute('id')
    part.removeAttribute('role')
  }
  copy.popover = 'manual'
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.classList.add('leaving', `leaving-${kind}`)
  document.body.append(copy)
  copy.scrollTop = element.scrollTop
  copy.showPopover()
  setTimeout(() => copy.remove(), LEAVE_MS)
}

/** Whether the device or the reader asks for less movement. Browser only. */
export function movesLess(): boolean {
  if (document.documentElement.dataset.motion === 'less') return true
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
