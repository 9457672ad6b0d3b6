import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface SectionProps {
  title: string
  hint?: string
  children: ReactNode
}

/** A section of the form with a heading. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId()
  return (
    <section className="editor-section" aria-labelledby={id}>
      <div>
        <h2 className="title-2" id={id}>
          {title}
        </h2>
        {hint ? <p className="small muted">{hint}</p> : null}
      </div>
      {children}
    </section>
  )
}

/** A section that is collapsed until opened. */
export function FoldedSection({ title, hint, children }: SectionProps) {
  return (
    <details className="editor-folded">
      <summary>
        <span>
          <span className="title-2">{title}</span>
          {hint ? <span className="small muted">{hint}</span> : null}
        </span>
        <Icon name="caret-down" size="small" />
      </summary>
      <div className="editor-section">{children}</div>
    </details>
  )
}

/** A button that adds another item to the list above it. */
export function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="editor-add" onClick={onClick}>
      <Icon name="plus" size="small" />
      {children}
    </button>
  )
}
