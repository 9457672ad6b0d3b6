import type { User } from '@everkin/contract/types.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { EmailField, problemOfEmail } from './email-field.tsx'
import './sign-in.css'

interface PasswordStepProps {
  /** The address typed before, with another sign-in method. */
  typed: string
  onSignedIn: (person: User) => void
  onUseCode: (typed: string) => void
  /** Path of the password reset. */
  resetPath: string
}

/** Signs in with address and password. Typed values survive errors. */
export function PasswordStep({ typed, onSignedIn, onUseCode, resetPath }: PasswordStepProps) {
  const text = useText()
  const [email, setEmail] = useState(typed)
  const [password, setPassword] = useState('')
  const [emailError, setEmailError] = useState<string | null>(null)

  const signIn = useMutation(
    async () => onSignedIn(await callApi('POST /api/account/emailLogin', { body: { email: email.trim(), password } })),
    { staysBusy: true },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemOfEmail(email)
    setEmailError(problem && text(problem))
    signIn.setError(password === '' ? text('errors.field.required') : null)
    if (!problem && password !== '') void signIn.run()
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <EmailField value={email} onChange={setEmail} error={emailError} withPassword />
      <TextField
        label={text('accounts.password.label')}
        type="password"
        name="password"
        dir="ltr"
        autoComplete="current-password"
        maxLength={1_000}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={signIn.error}
      />
      <Button type="submit" variant="primary" size="large" wide busy={signIn.isBusy}>
        {text('accounts.password.signIn')}
      </Button>
      <div className="sign-in-foot small">
        <button type="button" className="text-button" onClick={() => onUseCode(email)}>
          {text('accounts.email.useCode')}
        </button>
        <a className="text-button" href={resetPath}>
          {text('accounts.password.forgot')}
        </a>
      </div>
    </form>
  )
}
