import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface AgeDialogProps {
  onClose: () => void
  onConfirm: () => void
  /** Signed-out readers are also told that they need an account. */
  isVisitor: boolean
}

/** The "Confirm Your Age" dialog; the safe choice has the focus. */
export function AgeDialog({ onClose, onConfirm, isVisitor }: AgeDialogProps) {
  const text = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      kind="alert"
      narrow
      title={text('safety.age.title')}
      description={
        <>
          <p>{text('safety.age.text')}</p>
          {isVisitor ? <p className="small">{text('explore.matureNeedsSignIn')}</p> : null}
        </>
      }
    >
      <div className="dialog-actions">
        <Button variant="primary" size="large" wide onClick={onConfirm}>
          {text('safety.age.confirm')}
        </Button>
        <Button size="large" wide data-first-focus onClick={onClose}>
          {text('safety.age.back')}
        </Button>
      </div>
    </Dialog>
  )
}
