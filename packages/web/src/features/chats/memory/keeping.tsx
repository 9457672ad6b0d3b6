import { useId, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useConversation } from '../conversation-context.ts'
import { failureWords } from '../setup/failure-words.ts'
import type { MemoryChange } from './use-memory.ts'

interface KeepingProps {
  sharesMemory: boolean
  onSave: (change: MemoryChange) => Promise<void>
  onForgotten: () => void
}

/** Whether other chats may recall what is kept here, and forgetting all of it at once. */
export function Keeping({ sharesMemory, onSave, onForgotten }: KeepingProps) {
  const text = useText()
  const id = useId()
  const { name } = useConversation()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function run(change: MemoryChange, then?: () => void) {
    setBusy(true)
    setFailure(null)
    try {
      await onSave(change)
      then?.()
    } catch (error) {
      setFailure(failureWords(error, text))
    }
    setBusy(false)
  }

  const trouble = failure ? (
    <p className="field-error" role="alert">
      {failure}
    </p>
  ) : null
  return (
    <section className="memory-keeping">
      <div>
        <div>
          <b>{text('memory.across.title')}</b>
          <p className="small muted" id={id}>
            {text('memory.across.hint', { name })}
          </p>
          {isAsking ? null : trouble}
        </div>
        <Switch
          on={sharesMemory}
          onChange={(on) => void run({ shares_memory: on })}
          label={text('memory.across.title')}
          shown={text(sharesMemory ? 'shell.actions.on' : 'shell.actions.off')}
          describedBy={id}
          disabled={isBusy}
        />
      </div>
      <button type="button" className="memory-forget" onClick={() => setAsking(true)}>
        {text('memory.all.action')}
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        kind="alert"
        narrow
        title={text('memory.all.ask')}
        description={<p>{text('memory.all.hint')}</p>}
      >
        {trouble}
        <div className="dialog-actions">
          <Button
            look="danger"
            busy={isBusy}
            onClick={() => {
              void run({ forget_all: true }, () => {
                setAsking(false)
                onForgotten()
              })
            }}
          >
            {text('memory.all.confirm')}
          </Button>
          <Button data-first-focus onClick={() => setAsking(false)}>
            {text('memory.cancel')}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
