import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useBackToClose } from '../lib/back-to-close.ts'
import { createFocusAround } from '../lib/keep-focus.ts'
import { IconButton } from './button.tsx'
import { dragToDismiss } from './drag-to-dismiss.ts'
import { fadeOut } from './fade-out.ts'

interface DialogProps {
  open: boolean
  /** Called for Esc, Back, the backdrop and the close button; the owner must then set `open` to false. */
  onClose: () => void
  title: string
  /** A sentence under the title. */
  description?: ReactNode
  /** `alert` for a question that must be answered: no close button, and the backdrop does nothing. */
  kind?: 'normal' | 'alert'
  /** Can only be closed with its own buttons (the required profile). */
  insistent?: boolean
  narrow?: boolean
  children: ReactNode
}

/**
 * A modal dialog based on `<dialog>`: focus stays inside, Esc and Back close it, and focus returns to the opener. Put
 * `data-first-focus` on the control that should have the focus first; `autoFocus` takes effect too early for a dialog.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  kind = 'normal',
  insistent = false,
  narrow,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const text = useText()
  useBackToClose(open && !insistent, onClose)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const opener = document.activeElement
    const focusAround = createFocusAround(opener)
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      dialog.close()
      fadeOut(dialog, 'dialog')
      if (opener instanceof HTMLElement) opener.focus()
      // If the opener no longer exists, move the focus to what is around it, or to the page's content.
      if (document.activeElement === document.body) focusAround()
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [open])

  if (!open) return null
  const closable = kind === 'normal' && !insistent
  return (
    <dialog
      ref={ref}
      className={`dialog${narrow ? ' dialog-narrow' : ''}${closable ? ' dialog-sheet' : ''}`}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={(event) => {
        // A second Esc closes a dialog in spite of `onCancel`.
        if (insistent && event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (!insistent) onClose()
      }}
      onClick={(event) => {
        if (closable && event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head" {...(closable ? dragToDismiss(onClose) : {})}>
          <h2 className="title-1" id={`${id}-title`}>
            {title}
          </h2>
          {closable ? <IconButton icon="x" label={text('shell.actions.close')} onClick={onClose} /> : null}
        </div>
        {description ? (
          <div className="muted dialog-description" id={`${id}-description`}>
            {description}
          </div>
        ) : null}
        {children}
      </div>
    </dialog>
  )
}
