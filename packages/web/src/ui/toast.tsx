import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { fadeOut } from './fade-out.ts'
import { Icon } from './icon.tsx'

type ToastKind = 'done' | 'info' | 'error'

interface ToastAction {
  label: string
  run: () => void
}

interface ToastContent {
  text: string
  kind: ToastKind
  action?: ToastAction
  id: number
}

export interface Toasts {
  /**
   * Replaces the current toast: shown for 5 seconds, with an action for 10, errors until they are dismissed. Returns a
   * function that closes it.
   */
  show: (text: string, kind?: ToastKind, action?: ToastAction) => () => void
}

const TOAST_DURATION_MS = 5000
/** Long enough to read it, and to think again. */
const TOAST_WITH_ACTION_MS = 10_000
const ToastContext = createContext<Toasts | null>(null)
let lastId = 0

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastContent | null>(null)
  const show = useCallback<Toasts['show']>((text, kind = 'done', action) => {
    lastId += 1
    const id = lastId
    setToast({ text, kind, action, id })
    return () => setToast((shown) => (shown?.id === id ? null : shown))
  }, [])
  useEffect(() => {
    if (!toast || toast.kind === 'error') return
    const timer = setTimeout(() => setToast(null), toast.action ? TOAST_WITH_ACTION_MS : TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [toast])
  const toasts = useMemo(() => ({ show }), [show])
  return (
    <ToastContext value={toasts}>
      {children}
      <ToastRegion toast={toast} onClose={() => setToast(null)} />
    </ToastContext>
  )
}

/** Always rendered, so that screen readers announce new toasts; errors interrupt, others wait. */
function ToastRegion({ toast, onClose }: { toast: ToastContent | null; onClose: () => void }) {
  const isError = toast?.kind === 'error'
  return (
    <div className="toast-place">
      <div role="status">{toast && !isError ? <ToastLine key={toast.id} toast={toast} onClose={onClose} /> : null}</div>
      <div role="alert">{toast && isError ? <ToastLine key={toast.id} toast={toast} onClose={onClose} /> : null}</div>
    </div>
  )
}

function ToastLine({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const text = useText()
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = line.current
    return () => {
      if (shown) fadeOut(shown, 'toast')
    }
  }, [])
  const icon = toast.kind === 'error' ? 'warning-circle' : toast.kind === 'info' ? 'info' : 'check'
  return (
    <div ref={line} className={`toast toast-${toast.kind}`}>
      <Icon name={icon} size="small" />
      <span dir="auto">{toast.text}</span>
      {toast.action ? (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            toast.action?.run()
            onClose()
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      {toast.kind === 'error' ? (
        <button type="button" className="toast-close" aria-label={text('shell.actions.close')} onClick={onClose}>
          <Icon name="x" size="small" />
        </button>
      ) : null}
    </div>
  )
}

/** `const toasts = useToast(); toasts.show(text('chats.list.deleted'), 'done', { label, run })`. */
export function useToast(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast needs a ToastProvider')
  return toasts
}
