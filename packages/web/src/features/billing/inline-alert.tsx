import { type ReactNode, useEffect, useRef } from 'react'

/** What stands in the way of paying. It comes into sight: the button that was pressed may be far below it. */
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
