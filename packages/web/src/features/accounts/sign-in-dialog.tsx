import type { User } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AgreeLine } from './agree-line.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'

interface SignInDialogProps {
  open: boolean
  onClose: () => void
  onSignedIn: (person: User) => void
  outboxUrl: string | null
  termsPath: string
  privacyPath: string
}

/** The sign-in form as a dialog, for a guarded action on an open page: address, then code, then on with the action. */
export function SignInDialog({ open, onClose, onSignedIn, outboxUrl, termsPath, privacyPath }: SignInDialogProps) {
  const text = useText()
  const [email, setEmail] = useState<string | null>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={email === null ? text('accounts.signIn.toGoOn') : text('accounts.code.title')}
    >
      {email === null ? (
        <EmailStep onSent={setEmail} />
      ) : (
        <CodeStep email={email} onSignedIn={onSignedIn} onOtherEmail={() => setEmail(null)} outboxUrl={outboxUrl} />
      )}
      <AgreeLine termsPath={termsPath} privacyPath={privacyPath} />
    </Dialog>
  )
}
