import type { ApiData } from '@everkin/contract/api-types.ts'
import type { User } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AgreeLine } from './agree-line.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailOrPassword } from './email-or-password.tsx'
import { IdentityButtons } from './identity-buttons.tsx'
import { PasskeyButton } from './passkey-button.tsx'

interface SignInDialogProps {
  open: boolean
  onClose: () => void
  onSignedIn: (person: User) => void
  config: ApiData<'GET /api/config'> | null
  paths: { terms: string; privacy: string; reset: string }
}

/** The sign-in form as a dialog, for guarded actions on an open page; after any sign-in method the action continues. */
export function SignInDialog({ open, onClose, onSignedIn, config, paths }: SignInDialogProps) {
  const text = useText()
  const [email, setEmail] = useState<string | null>(null)
  const [given, setGiven] = useState('')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={email === null ? text('accounts.signIn.toGoOn') : text('accounts.code.title')}
    >
      {email === null ? (
        <div className="stack">
          <IdentityButtons config={config} onSignedIn={onSignedIn} />
          <PasskeyButton config={config} onSignedIn={onSignedIn} />
          <EmailOrPassword given={given} onSent={setEmail} onSignedIn={onSignedIn} resetPath={paths.reset} />
        </div>
      ) : (
        <CodeStep
          email={email}
          onSignedIn={onSignedIn}
          onOtherEmail={() => {
            setGiven(email)
            setEmail(null)
          }}
          outboxUrl={config?.mail_outbox ?? null}
        />
      )}
      <AgreeLine termsPath={paths.terms} privacyPath={paths.privacy} />
    </Dialog>
  )
}
