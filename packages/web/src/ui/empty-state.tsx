import type { ReactNode } from 'react'

interface EmptyStateProps {
  title?: string
  /** One sentence. */
  hint: string
  /** One button or link. */
  action?: ReactNode
  /** A picture in place of the three windows. */
  picture?: ReactNode
  /** A short line over the title, such as the error's number. */
  above?: string
  /** A short line at the end, such as the error's reference. */
  below?: ReactNode
  heading?: 'h1' | 'h2'
}

/** Nothing here: three small windows, one lit, a sentence and one way on. */
export function EmptyState({ title, hint, action, picture, above, below, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty">
      {picture ?? (
        <span className="windows" aria-hidden="true">
          <i />
          <i className="lit" />
          <i />
        </span>
      )}
      {above ? <p className="caption faint figures">{above}</p> : null}
      {title ? <Heading className={Heading === 'h1' ? 'title-1' : 'title-2'}>{title}</Heading> : null}
      <p className="small muted">{hint}</p>
      {action}
      {below ? <p className="caption faint empty-below">{below}</p> : null}
    </div>
  )
}
