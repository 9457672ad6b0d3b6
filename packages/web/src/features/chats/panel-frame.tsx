import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import './styles/panel.css'

interface PanelFrameProps {
  title: string
  /** A line under the title. */
  about?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Third pane of a conversation on wide screens, the whole screen on phones. Esc and the cross give the focus back. */
export function PanelFrame({ title, about, onClose, children }: PanelFrameProps) {
  const text = useText()
  const pane = useRef<HTMLElement>(null)

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
