import { prefersReducedMotion } from '../lib/browser-state.ts'

const FADE_MS = 160

/**
 * Lets an element that React has just removed fade out: shown once more in the top layer, where it can neither be
 * reached nor read aloud. `kind` names its rule in `motion.css`. Does nothing where movement is reduced. (Not a copy:
 * the content security policy forbids the style attributes that a copy would be made with.)
 */
export function fadeOut(element: HTMLElement, kind: 'dialog' | 'toast'): void {
  if (element.isConnected || prefersReducedMotion() || typeof element.showPopover !== 'function') return
  // Put back into the page, these would load or play.
  if (element.querySelector('iframe, video, audio')) return
  for (const part of [element, ...element.querySelectorAll('[id], [role]')]) {
    part.removeAttribute('id')
    part.removeAttribute('role')
  }
  element.removeAttribute('open')
  element.popover = 'manual'
  element.inert = true
  element.ariaHidden = 'true'
  element.classList.add('leaving', `leaving-${kind}`)
  document.body.append(element)
  element.showPopover()
  setTimeout(() => element.remove(), FADE_MS)
}
