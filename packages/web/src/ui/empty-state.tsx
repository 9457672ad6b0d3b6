import type { ReactNode } from 'react'

interface EmptyStateProps {
  title?: string
  /** One sentence. */
  hint?: string
  /** One button or link. */
  action?: ReactNode
  /** Replaces the three windows. */
  picture?: ReactNode
  /** A short line above the title, such as the error's status. */
  above?: string
  /** A short line at the end, such as the error's reference. */
  below?: ReactNode
  heading?: 'h1' | 'h2'
}

/** Shown in place of missing content: three small windows, a sentence and one link or button. */
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
      {hint ? <p className="small muted">{hint}</p> : null}
      {action}
      {below ? <p className="caption faint empty-below">{below}</p> : null}
    </div>
  )
}

/**
 * An illustration in the colours of the theme: a file of `ui/art`, imported with `?no-inline` where it is shown, and the
 * symbol in it. It is decorative, so the text beside it must say what it means.
 */
export function Illustration({ url, symbol = 'art' }: { url: string; symbol?: string }) {
  return (
    <svg className="illustration" viewBox="0 0 320 240" aria-hidden="true">
      <use href={`${url}#${symbol}`} />
    </svg>
  )
}
