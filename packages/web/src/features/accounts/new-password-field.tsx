import { useText } from '../../i18n/use-text.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface NewPasswordFieldProps {
  value: string
  onChange: (password: string) => void
  error: string | null
}

/** The field for a new password, with its requirements. */
export function NewPasswordField({ value, onChange, error }: NewPasswordFieldProps) {
  const text = useText()
  return (
    <TextField
      label={text('accounts.password.new')}
      help={text('accounts.password.hint')}
      type="password"
      name="new-password"
      dir="ltr"
      autoComplete="new-password"
      maxLength={1_000}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}
