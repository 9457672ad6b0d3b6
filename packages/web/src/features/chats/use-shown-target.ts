import { type RefObject, useEffect } from 'react'
import type { Target } from './use-go-to.ts'

/** Scrolls to a message that was asked for and lights it up, until another one is. */
export function useShownTarget(log: RefObject<HTMLElement | null>, target: Target | null): void {
  useEffect(() => {
    if (!target) return
    const row = () => log.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(target.id)}"]`)
    const show = () => row()?.scrollIntoView({ block: 'center' })
    show()
    // What comes into view beside it is laid out only now, and moves it.
    const later = [requestAnimationFrame(show), setTimeout(show, 150)] as const
    const shown = row()
    shown?.setAttribute('data-found', '')
    return () => {
      cancelAnimationFrame(later[0])
      clearTimeout(later[1])
      shown?.removeAttribute('data-found')
    }
  }, [log, target])
}
