import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { OwnCard } from './own-card.ts'

interface AskProps {
  card: OwnCard
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation before a card is deleted. */
export function DeleteDialog({ card, onClose, onDone }: AskProps) {
  const text = useText()
  const toasts = useToast()
  const remove = useMutation(async () => {
    await callApi('POST /api/editor/deleteCard', { body: { id: card.id } })
    toasts.show(text('card-editor.mine.deleted'))
    onClose()
    onDone()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kind="alert"
      narrow
      title={text('card-editor.mine.deleteTitle', { name: card.name })}
      description={text('card-editor.mine.deleteHint')}
    >
      {remove.error ? <FieldError>{remove.error}</FieldError> : null}
      <div className="dialog-actions">
        <Button size="large" wide data-first-focus onClick={onClose}>
          {text('card-editor.mine.keep')}
        </Button>
        <Button variant="danger" size="large" wide busy={remove.isBusy} onClick={() => void remove.run()}>
          {text('card-editor.mine.deleteConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
