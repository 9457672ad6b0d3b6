import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useBackToClose } from '../../../lib/back-to-close.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { LineSkeleton } from '../../../ui/skeleton.tsx'
import './panel-frame.css'

interface PanelFrameProps {
  title: string
  /** A line under the title. */
  about?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Third pane of a conversation on wide screens, the whole screen on phones. Esc, the cross and, on phones, Back close it. */
export function PanelFrame({ title, about, onClose, children }: PanelFrameProps) {
  const text = useText()
  const pane = useRef<HTMLElement>(null)
  // As in panel.css: where it stands beside the conversation, Back leaves the conversation.
  const [coversAll] = useState(() => !window.matchMedia('(min-width: 64rem)').matches)
  useBackToClose(coversAll, onClose)

  useEffect(() => {
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
        // Esc in a dialog or a menu is theirs.
        const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover]') !== null
        if (event.key !== 'Escape' || isElsewhere) return
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
  /** What the panel is about is there. */
  isLoaded: boolean
  /** Why it could not be had. */
  failure: string | null
  /** Said to those who do not see the lines that stand in. */
  label: string
  onRetry: () => void
}

/** Stands in a panel while what it is about is on its way, and says so when it could not be had. */
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
