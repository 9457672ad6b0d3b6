import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { useKey } from './use-key.ts'

export interface LastDecision {
  id: string
  undoUntil: string
}

/** The latest decision, which can be taken back while this is shown. */
export function UndoBar({ decision, onUndone }: { decision: LastDecision; onUndone: () => void }) {
  const text = useText()
  const toasts = useToast()
  const [isOver, setOver] = useState(false)
  const undo = useMutation(
    async () => {
      await callApi('POST /api/desk/undo', { body: { decision_id: decision.id } })
      toasts.show(text('moderation.decide.undone'))
      onUndone()
    },
    { toastsErrors: true },
  )
  useKey((key) => {
    if (key !== 'u' && key !== 'U') return false
    if (!isOver) void undo.run()
    return true
  })
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(decision.undoUntil) - Date.now()))
    return () => clearTimeout(timer)
  }, [decision])
  if (isOver) return null
  return (
    <div className="queue-undo" role="status">
      <span>{text('moderation.decide.done')}</span>
      <Button size="small" busy={undo.isBusy} onClick={() => void undo.run()}>
        {text('moderation.decide.undo')}{' '}
        <span className="queue-key" aria-hidden="true">
          U
        </span>
      </Button>
    </div>
  )
}
