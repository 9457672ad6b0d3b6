import { LIMITS } from '@everkin/contract/limits.ts'
import type { User } from '@everkin/contract/types.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { OutboxBanner } from './outbox-banner.tsx'
import { ResendCode } from './resend-code.tsx'

interface ResetStepProps {
  email: string
  /** Called after the new password was saved and the person signed in. */
  onSaved: (person: User) => void
  onOtherEmail: () => void
  outboxUrl: string | null
}

/** Takes the code and the new password together; an invalid password does not use up an attempt for the code. */
export function ResetStep({ email, onSaved, onOtherEmail, outboxUrl }: ResetStepProps) {
  const text = useText()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)

  const save = useMutation(
    async () => onSaved(await callApi('POST /api/account/resetPassword', { body: { email, code, password } })),
    {
      staysBusy: true,
      onError: (thrown) => {
        const message = errorMessage(thrown, text)
        if (isApiError(thrown, 'InvalidInput')) setPasswordError(message)
        else setCodeError(message)
        return null
      },
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const isWhole = code.length === LIMITS.codeLength
    setCodeError(isWhole ? null : text('errors.field.required'))
    setPasswordError(password === '' ? text('errors.field.required') : null)
    if (isWhole && password !== '') void save.run()
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="muted">{text('accounts.password.resetHint')}</p>
      {outboxUrl ? <OutboxBanner url={outboxUrl} /> : null}
      <CodeInput
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setCodeError(null)
        }}
        label={text('accounts.code.label')}
        error={codeError}
        autoFocus
      />
      {/* Tells the password manager which account this password belongs to. */}
      <Input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField value={password} onChange={setPassword} error={passwordError} />
      <Button type="submit" variant="primary" size="large" wide busy={save.isBusy}>
        {text('accounts.password.save')}
      </Button>
      <div className="code-foot small">
        <ResendCode email={email} purpose="reset" onError={setCodeError} />
        <button type="button" className="text-button" onClick={onOtherEmail}>
          {text('accounts.code.otherEmail')}
        </button>
      </div>
    </form>
  )
}
