import { useId } from 'react'
import { Select } from '../../ui/form/form-controls.tsx'

interface SelectFieldProps {
  label: string
  value: string
  /** The first entry may stand for "nothing chosen", with an empty value. */
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  required?: boolean
  name?: string
}

/** A labelled choice from a list. */
export function SelectField({ label, value, options, onChange, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  )
}
