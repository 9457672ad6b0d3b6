import { type ReactNode, useId } from 'react'
import { Input } from './form-controls.tsx'
import './choice.css'

interface ChoiceProps<Value extends string | number> {
  label: string
  className: string
  options: { value: Value; name: string; shown: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A setting with a few options as radio buttons, each with a preview. */
export function Choice<Value extends string | number>({
  label,
  className,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  const group = useId()
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="set-choice">
          <Input
            type="radio"
            name={group}
            aria-label={option.name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.shown}
        </label>
      ))}
    </fieldset>
  )
}
