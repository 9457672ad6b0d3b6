import { type ReactNode, useEffect, useRef } from 'react'

/** An error that prevents payment. It scrolls into view, because the pressed button may be far below it. */
export function InlineAlert({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place} role="alert">
      {children}
    </div>
  )
}
