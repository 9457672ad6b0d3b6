import { useId } from 'react'
import { digitsOf } from '../../lib/coerce.ts'
import { Select } from '../../ui/form/form-controls.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

interface NumberFieldProps {
  label: string
  help?: string
  value: number | null
  most: number
  /** Null for an empty field. */
  onChange: (value: number | null) => void
}

/** A whole number that may be left out, in the digits of any script. */
export function NumberField({ label, help, value, most, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      help={help}
      inputMode="numeric"
      autoComplete="off"
      value={value === null ? '' : String(value)}
      onChange={(event) => {
        const digits = digitsOf(event.target.value).slice(0, 7)
        onChange(digits === '' ? null : Math.min(most, Number(digits)))
      }}
    />
  )
}

interface ChoiceFieldProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

/** One of a few values. */
export function ChoiceField<Value extends string>({ label, value, options, onChange }: ChoiceFieldProps<Value>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        className="input"
        value={value}
        onChange={(event) => {
          const chosen = options.find(([name]) => name === event.target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  )
}
