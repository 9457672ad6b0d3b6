import type { ReactNode } from 'react'
import statesUrl from './art/states.svg?no-inline'

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

/** A picture of the house's own, in the colours of the theme; decorative, so what it means is said beside it. */
export function Illustration({ name }: { name: 'not-found' | 'error' }) {
  return (
    <svg className="illustration" viewBox="0 0 320 240" aria-hidden="true">
      <use href={`${statesUrl}#${name}`} />
    </svg>
  )
}
