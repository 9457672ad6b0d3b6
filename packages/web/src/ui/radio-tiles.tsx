import { useId } from 'react'
import { Input } from './control.tsx'

interface RadioTilesProps<Value extends string | number> {
  label: string
  options: { value: Value; label: string; hint?: string }[]
  /** Null while nothing has been chosen. */
  value: Value | null
  onChange: (value: Value) => void
  layout?: 'row' | 'two' | 'list'
}

/** One choice of a few, as tiles over real radio buttons. */
export function RadioTiles<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  layout = 'row',
}: RadioTilesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={`tiles tiles-${layout}`}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} className="tile">
            <Input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>
              {option.label}
              {option.hint ? <small>{option.hint}</small> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
