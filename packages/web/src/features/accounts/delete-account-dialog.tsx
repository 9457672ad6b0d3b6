import type { ApiData } from '@everkin/contract/api-types.ts'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { useFreshSignIn } from './use-fresh-sign-in.tsx'

interface DeleteAccountDialogProps {
  open: boolean
  config: ApiData<'GET /api/config'> | null
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation once (the safe choice has the focus) and deletes the account. */
export function DeleteAccountDialog({ open, config, onClose, onDeleted }: DeleteAccountDialogProps) {
  const text = useText()

  const { withFreshSignIn, dialog } = useFreshSignIn(config)

  const remove = useMutation(
    async () => {
      await withFreshSignIn(() => callApi('POST /api/account/delete'))
      onDeleted()
    },
    {
      toastsErrors: true,
      onError: (error) => {
        onClose()
        return errorMessage(error, text)
      },
    },
  )

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
        <Button variant="danger" size="large" wide busy={remove.isBusy} onClick={() => void remove.run()}>
          {text('accounts.delete.confirm')}
        </Button>
      </div>
      {dialog}
    </Dialog>
  )
}
