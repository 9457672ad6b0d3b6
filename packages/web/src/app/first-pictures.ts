/**
 * A browser begins "lazy" pictures up to 2,500 px below the screen: on a phone, half of the shelf before anyone has
 * moved. Until the first movement only pictures that are in view are fetched; from then on the browser goes as far ahead
 * as it likes. Runs in the page before any other script (`entry.server.tsx`), so it uses nothing from outside; the rules
 * of style that go with it stand in `cards.css`, and do nothing where there is no script.
 */
function holdPicturesOutOfView() {
  const root = document.documentElement
  const frames = [...document.querySelectorAll<HTMLElement>('.cover, .arch')]
  const stopHolding = () => root.removeAttribute('data-pictures')
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) target.toggleAttribute('data-later', !isIntersecting)
    stopHolding() // whatever comes from now on was not there at first
  })
  const release = () => {
    observer.disconnect()
    stopHolding()
    for (const frame of frames) frame.removeAttribute('data-later')
  }
  if (frames.length === 0) stopHolding()
  for (const frame of frames) observer.observe(frame)
  for (const type of ['scroll', 'wheel', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'beforeprint'])
    addEventListener(type, release, { once: true, capture: true, passive: true })
}

/** The same as the text of a script. */
export const FIRST_PICTURES_SCRIPT = `(${holdPicturesOutOfView})()`
