import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks once, with the way back under the finger, and deletes. */
export function DeleteAccountDialog({ open, onClose, onDeleted }: DeleteAccountDialogProps) {
  const text = useText()
  const toasts = useToast()
  const [isBusy, setIsBusy] = useState(false)

  async function remove() {
    setIsBusy(true)
    try {
      await callApi('POST /api/account/delete')
      onDeleted()
    } catch (failure) {
      toasts.show(errorMessage(failure, text), 'error')
      onClose()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      narrow
      title={text('accounts.delete.title')}
      description={
        <>
          <p>{text('accounts.delete.question')}</p>
          <p className="small">{text('accounts.delete.warning')}</p>
        </>
      }
    >
      <div className="dialog-actions">
        <Button size="large" wide onClick={onClose} data-first-focus>
          {text('accounts.delete.cancel')}
        </Button>
        <Button look="danger" size="large" wide busy={isBusy} onClick={remove}>
          {text('accounts.delete.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
