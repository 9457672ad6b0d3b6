import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { prefersReducedMotion } from '../../lib/browser-state.ts'
import { Icon } from '../../ui/icon.tsx'

const SCREENS = 2

/** A button back to the top, shown after scrolling down two screens. */
export function BackToTop() {
  const text = useText()
  const isFar = useIsFarDown()
  if (!isFar) return null
  return (
    <button
      type="button"
      className="to-top"
      aria-label={text('shell.toTop')}
      title={text('shell.toTop')}
      onClick={() => {
        // The button disappears at the top, so move the focus to the start of the page.
        document.getElementById('main')?.focus({ preventScroll: true })
        window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
      }}
    >
      <Icon name="arrow-up" />
    </button>
  )
}

function useIsFarDown(): boolean {
  const [isFar, setIsFar] = useState(false)
  useEffect(() => {
    const look = () => setIsFar(window.scrollY > SCREENS * window.innerHeight)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isFar
}
