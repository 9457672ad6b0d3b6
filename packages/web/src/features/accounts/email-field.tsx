import { LIMITS } from '@everkin/contract/limits.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface EmailFieldProps {
  value: string
  onChange: (email: string) => void
  error: string | null
  /** Beside a password, so that the browser fills in both. */
  withPassword?: boolean
  takesFocus?: boolean
}

/** The email field of all sign-in forms; takes the focus unless `takesFocus` is false. */
export function EmailField({ value, onChange, error, withPassword, takesFocus = true }: EmailFieldProps) {
  const text = useText()
  return (
    <TextField
      label={text('accounts.email.label')}
      placeholder={text('accounts.email.placeholder')}
      type="email"
      name="email"
      dir="ltr"
      className="field-email"
      autoComplete={withPassword ? 'username' : 'email'}
      inputMode="email"
      maxLength={LIMITS.emailLength}
      required
      autoFocus={takesFocus}
      data-first-focus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}

/** The text key of what is wrong with an address, checked before it is sent; null if it is valid. */
export function problemOfEmail(email: string): TextKey | null {
  if (email.trim() === '') return 'errors.field.required'
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'errors.field.email'
}
