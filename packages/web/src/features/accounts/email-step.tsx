import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { ApiError, callApi } from '../../api/call.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface EmailStepProps {
  /** The address, once a code is on its way to it. */
  onSent: (email: string) => void
}

/** Asks for the address and sends the code. What is wrong stands at the field; the address stays in it. */
export function EmailStep({ onSent }: EmailStepProps) {
  const text = useText()
  const locale = useLocale()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    const problem =
      address === '' ? 'errors.field.required' : /^\S+@\S+\.\S+$/.test(address) ? null : 'errors.field.email'
    if (problem) {
      setError(text(problem))
      return
    }
    setIsBusy(true)
    setError(null)
    try {
      await callApi('POST /api/account/sendCode', { body: { email: address, purpose: 'login', lang: locale } })
      onSent(address)
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : text('errors.internal'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={text('accounts.email.label')}
        placeholder={text('accounts.email.placeholder')}
        type="email"
        name="email"
        dir="ltr"
        className="field-email"
        autoComplete="email"
        inputMode="email"
        maxLength={LIMITS.emailLength}
        required
        autoFocus
        data-first-focus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" look="primary" size="large" wide busy={isBusy}>
        {text('accounts.email.sendCode')}
      </Button>
    </form>
  )
}
