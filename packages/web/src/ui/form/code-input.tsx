import { LIMITS } from '@everkin/contract/limits.ts'
import { useId } from 'react'
import { Input } from './form-controls.tsx'
import '../styles/code-input.css'

const LENGTH = LIMITS.codeLength

interface CodeInputProps {
  /** The digits so far, already cleaned by `cleanCode`. */
  value: string
  onChange: (code: string) => void
  label: string
  /** Why the last code was rejected; it is announced, and the boxes turn red. */
  error?: string | null
  /** While the code is being checked; the focus does not move. */
  readOnly?: boolean
  autoFocus?: boolean
}

/**
 * Extracts at most six digits. Arabic-Indic, Persian and full-width digits become ASCII; spaces, dashes and anything
 * else in a pasted code are removed.
 */
export function cleanCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[^0-9]/g, '')
    .slice(0, LENGTH)
}

/** Six boxes over one real input, so that paste, one-time-code autofill and screen readers work without extra code. */
export function CodeInput({ value, onChange, label, error, readOnly, autoFocus }: CodeInputProps) {
  const id = useId()
  return (
    <div className="code-field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <div className={`code${error ? ' code-wrong' : ''}`} dir="ltr">
        <Input
          id={id}
          value={value}
          onChange={(event) => onChange(cleanCode(event.target.value))}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          readOnly={readOnly}
          autoFocus={autoFocus}
          data-first-focus={autoFocus || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className="code-boxes" aria-hidden="true">
          {Array.from({ length: LENGTH }, (_, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
              key={at}
              className={at === Math.min(value.length, LENGTH - 1) ? 'code-box code-box-next' : 'code-box'}
            >
              {value[at]}
            </span>
          ))}
        </span>
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
