import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { EmailField, problemOfEmail } from './email-field.tsx'

interface EmailStepProps {
  /** The address, once a code is on its way to it. */
  onSent: (email: string) => void
  /** What the code is for. */
  purpose?: 'login' | 'reset'
  /** What was typed before: in another way of signing in, or before a code was sent to it. */
  typed?: string
  /** Says above the field what will come. */
  hasHint?: boolean
  /** Leads to the other way, with what has been typed; left out where there is none. */
  onUsePassword?: (typed: string) => void
  /** False where the form stands further down a page that is to be read first. */
  takesFocus?: boolean
}

/** Asks for the address and sends the code. What is wrong stands at the field; the address stays in it. */
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
      <Button type="submit" look="primary" size="large" wide busy={send.isBusy}>
        {text('accounts.email.sendCode')}
      </Button>
      {onUsePassword ? (
        <button type="button" className="text-button" onClick={() => onUsePassword(email)}>
          {text('accounts.email.usePassword')}
        </button>
      ) : null}
    </form>
  )
}
