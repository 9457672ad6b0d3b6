import type { ReactNode } from 'react'

interface EmptyStateProps {
  title?: string
  /** One sentence. */
  hint: string
  /** One button or link. */
  action?: ReactNode
  /** A large figure in place of the three windows (404). */
  figure?: string
  heading?: 'h1' | 'h2'
}

/** Nothing here: three small windows, one lit, a sentence and one way on. */
export function EmptyState({ title, hint, action, figure, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty">
      {figure ? (
        <p className="empty-figure" aria-hidden="true">
          {figure}
        </p>
      ) : (
        <span className="windows" aria-hidden="true">
          <i />
          <i className="lit" />
          <i />
        </span>
      )}
      {title ? <Heading className="title-2">{title}</Heading> : null}
      <p className="small muted">{hint}</p>
      {action}
    </div>
  )
}
