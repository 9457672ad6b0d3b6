import { useId } from 'react'
import { Input } from './form-controls.tsx'

interface RadioTilesProps<Value extends string | number> {
  label: string
  options: { value: Value; label: string; hint?: string }[]
  /** Null while nothing has been chosen. */
  value: Value | null
  onChange: (value: Value) => void
  layout?: 'row' | 'two' | 'list'
  /** Error message; the group is marked invalid while there is one. */
  error?: string | null
}

/** A choice between a few options, as tiles over native radio buttons. */
export function RadioTiles<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  layout = 'row',
  error,
}: RadioTilesProps<Value>) {
  const name = useId()
  const invalid = error ? { 'data-invalid': true, 'aria-describedby': `${name}-error` } : {}
  return (
    <fieldset className={`tiles tiles-${layout}`} {...invalid}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} className={layout === 'list' ? 'tile radio-mark' : 'tile'}>
            <Input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-invalid={error ? true : undefined}
            />
            <span>
              {option.label}
              {option.hint ? <small>{option.hint}</small> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p className="field-error" id={`${name}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
