import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useBackToClose } from '../../../lib/back-to-close.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { LineSkeleton } from '../../../ui/skeleton.tsx'
import './panel-frame.css'

interface PanelFrameProps {
  title: string
  /** A line below the title. */
  about?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Third pane of a chat on wide screens, full screen on phones. Esc, the cross or (on phones) Back closes it. */
export function PanelFrame({ title, about, onClose, children }: PanelFrameProps) {
  const text = useText()
  const pane = useRef<HTMLElement>(null)
  // As in panel-frame.css: where the panel is beside the conversation, Back leaves the conversation.
  const [coversAll] = useState(() => !window.matchMedia('(min-width: 64rem)').matches)
  useBackToClose(coversAll, onClose)

  // At once: a moment later it would take the focus from a field that someone already types in.
  useLayoutEffect(() => {
    const opener = document.activeElement
    pane.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <aside
      className="pane-panel"
      ref={pane}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        // Esc in a dialog or a menu only closes that.
        const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover]') !== null
        if (event.key !== 'Escape' || isElsewhere || isComposing(event)) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className="panel-head">
        <IconButton icon="x" label={text('shell.actions.close')} onClick={onClose} />
        <div>
          <h2 className="title-2">{title}</h2>
          {about}
        </div>
      </header>
      <div className="panel-body">{children}</div>
    </aside>
  )
}

interface PanelPlaceholderProps {
  /** Whether the content is loaded. */
  isLoaded: boolean
  /** Why loading failed. */
  failure: string | null
  /** Announced to screen readers in place of the placeholder lines. */
  label: string
  onRetry: () => void
}

/** Placeholder lines of a panel while its content loads, and an error if it could not be loaded. */
export function PanelPlaceholder({ isLoaded, failure, label, onRetry }: PanelPlaceholderProps) {
  const text = useText()
  if (failure) {
    return (
      <div className="older" role="alert">
        <p>{failure}</p>
        <Button onClick={onRetry}>{text('shell.actions.retry')}</Button>
      </div>
    )
  }
  if (isLoaded) return null
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <LineSkeleton tall />
      <LineSkeleton tall />
      <LineSkeleton tall />
    </div>
  )
}
