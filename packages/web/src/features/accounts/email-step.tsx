import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { EmailField, problemOfEmail } from './email-field.tsx'
import './sign-in.css'

interface EmailStepProps {
  /** Called with the address once a code has been sent to it. */
  onSent: (email: string) => void
  /** Purpose of the code. */
  purpose?: 'login' | 'reset'
  /** The address typed before: with another sign-in method, or before a code was sent. */
  typed?: string
  /** Shows a hint above the field about the next step. */
  hasHint?: boolean
  /** Switches to the password with the typed address; omit it where there is no alternative. */
  onUsePassword?: (typed: string) => void
  /** False where the form is further down on a page with other content. */
  takesFocus?: boolean
}

/** Asks for the address and sends the code. After an error the address stays in the field, with the message below. */
export function EmailStep({
  onSent,
  purpose = 'login',
  typed = '',
  hasHint,
  onUsePassword,
  takesFocus = true,
}: EmailStepProps) {
  const text = useText()
  const locale = useLocale()
  const [email, setEmail] = useState(typed)

  const send = useMutation(async () => {
    await callApi('POST /api/account/sendCode', { body: { email: email.trim(), purpose, lang: locale } })
    onSent(email.trim())
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemOfEmail(email)
    if (problem) send.setError(text(problem))
    else void send.run()
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      {hasHint ? <p className="muted">{text('accounts.email.hint')}</p> : null}
      <EmailField value={email} onChange={setEmail} error={send.error} takesFocus={takesFocus} />
      <Button type="submit" variant="primary" size="large" wide busy={send.isBusy}>
        {text('accounts.email.sendCode')}
      </Button>
      {onUsePassword ? (
        <div className="sign-in-foot small">
          <button type="button" className="text-button" onClick={() => onUsePassword(email)}>
            {text('accounts.email.usePassword')}
          </button>
        </div>
      ) : null}
    </form>
  )
}
