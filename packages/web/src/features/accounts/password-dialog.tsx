import type { ApiData } from '@everkin/contract/api-types.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useFreshSignIn } from './use-fresh-sign-in.tsx'

interface PasswordDialogProps {
  /** Whether there is a password already, which must be entered first. */
  hasPassword: boolean
  email: string
  config: ApiData<'GET /api/config'> | null
  onClose: () => void
  onSaved: () => void
}

/** Sets the first password or changes it. */
export function PasswordDialog({ hasPassword, email, config, onClose, onSaved }: PasswordDialogProps) {
  const text = useText()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [currentError, setCurrentError] = useState<string | null>(null)

  const { withFreshSignIn, dialog } = useFreshSignIn(config)

  const save = useMutation(
    async () => {
      const body = { password, ...(hasPassword && { current_password: current }) }
      await withFreshSignIn(() => callApi('POST /api/account/setPassword', { body }))
      onSaved()
    },
    {
      onError: (thrown) => {
        const message = errorMessage(thrown, text)
        if (!isApiError(thrown, 'WrongPassword')) return message
        setCurrentError(message)
        return null
      },
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const isMissing = hasPassword && current === ''
    setCurrentError(isMissing ? text('errors.field.required') : null)
    save.setError(password === '' ? text('errors.field.required') : null)
    if (!isMissing && password !== '') void save.run()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      narrow
      title={text(hasPassword ? 'settings.account.changePassword' : 'settings.account.setPassword')}
      description={text(hasPassword ? 'settings.account.changeHint' : 'settings.account.setHint')}
    >
      <form className="stack" onSubmit={submit} noValidate>
        {/* Tells the password manager which account this password belongs to. */}
        <Input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword ? (
          <TextField
            label={text('accounts.password.current')}
            type="password"
            name="current-password"
            dir="ltr"
            autoComplete="current-password"
            maxLength={1_000}
            required
            data-first-focus
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
            error={currentError}
          />
        ) : null}
        <NewPasswordField value={password} onChange={setPassword} error={save.error} />
        <Button type="submit" variant="primary" size="large" wide busy={save.isBusy}>
          {text('accounts.password.save')}
        </Button>
      </form>
      {dialog}
    </Dialog>
  )
}
