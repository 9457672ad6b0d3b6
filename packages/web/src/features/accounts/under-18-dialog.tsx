import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Under18DialogProps {
  /** In place of the text for someone with an account. */
  words?: string
  onBack: () => void
  onConfirm: () => void
}

/**
 * Asks for confirmation before "Under 18" is saved, since the answer is final (A4). It says that other rules apply, but
 * not which: the question about age must not hint at the consequences of an answer (A3).
 */
export function Under18Dialog({ words, onBack, onConfirm }: Under18DialogProps) {
  const text = useText()
  return (
    <Dialog
      open
      onClose={onBack}
      kind="alert"
      narrow
      title={text('accounts.profile.under18Title')}
      description={<p>{words ?? text('accounts.profile.under18Text')}</p>}
    >
      <div className="dialog-actions">
        <Button variant="primary" size="large" wide onClick={onConfirm}>
          {text('accounts.profile.under18Confirm')}
        </Button>
        <Button size="large" wide data-first-focus onClick={onBack}>
          {text('safety.age.back')}
        </Button>
      </div>
    </Dialog>
  )
}
