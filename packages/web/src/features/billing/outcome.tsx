import { type ReactNode, useEffect, useRef } from 'react'
import welcomeSuccessUrl from '../../ui/art/welcome-success.svg?no-inline'
import { Illustration } from '../../ui/empty-state.tsx'

interface OutcomeProps {
  /** How many of the three windows are lit: one while waiting; when all three would be, an illustration stands there. */
  lit: 0 | 1 | 3
  title: string
  /** How screen readers announce it: an alert for failures. */
  tone?: 'status' | 'alert'
  children: ReactNode
}

/** The result of a purchase, in the middle of the page. It takes the focus, because the form that had it is gone. */
export function Outcome({ lit, title, tone = 'status', children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another outcome
  useEffect(() => {
    heading.current?.focus()
  }, [title])
  return (
    <div className="outcome">
      {lit === 3 ? (
        <Illustration url={welcomeSuccessUrl} />
      ) : (
        <span className="windows windows-large" aria-hidden="true">
          {[1, 0, 2].map((rank) => (
            <i key={rank} className={rank < lit ? 'lit' : undefined} />
          ))}
        </span>
      )}
      <div role={tone}>
        <h1 className="title-1" ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </div>
      {children}
    </div>
  )
}
