import { useEffect, useRef } from 'react'
import { isTyping } from '../../lib/is-typing.ts'

/**
 * Listens to single keys on the whole page, but not while someone types, chooses from a list, or presses a button or
 * link with Enter. `onKey` returns whether it used the key.
 */
export function useKey(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { target } = event
      if (!(target instanceof HTMLElement) || isTyping(target)) return
      if (event.key === 'Enter' && target.closest('a, button')) return
      if (latest.current(event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
