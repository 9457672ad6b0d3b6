import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { parseAge } from './save-imported.ts'

interface AgeBoxProps {
  name: string
  age: number | null
  onSet: (age: number | null) => void
}

/** Asks at once for the age of the character, which most card files lack (B5). */
export function AgeBox({ name, age, onSet }: AgeBoxProps) {
  const text = useText()
  const [typed, setTyped] = useState(age === null ? '' : String(age))
  const [isWrong, setWrong] = useState(age !== null && age < 18)
  if (age !== null && age >= 18)
    return (
      <p className="brought-age-set">
        <Icon name="identification-card" size="small" />
        <span>{text('card-files.bring.ageIs', { name, age })}</span>
        <Button look="ghost" size="small" onClick={() => onSet(null)}>
          {text('card-files.bring.ageChange')}
        </Button>
      </p>
    )

  function set(event: FormEvent) {
    event.preventDefault()
    const number = parseAge(typed)
    setWrong(number === null)
    if (number !== null) onSet(number)
  }

  return (
    <form className="brought-age" noValidate onSubmit={set}>
      <Icon name="identification-card" size="small" />
      <div>
        <strong>{text('card-files.bring.ageTitle', { name })}</strong>
        <p id="brought-age-hint" className="small">
          {text('card-files.bring.ageHint')}
        </p>
        <div className="brought-age-line">
          <Input
            className="input figures"
            inputMode="numeric"
            autoComplete="off"
            placeholder={text('card-files.bring.age')}
            aria-label={text('card-files.bring.age')}
            aria-describedby="brought-age-hint brought-age-error"
            aria-invalid={isWrong || undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit">{text('card-files.bring.ageSet')}</Button>
        </div>
        <p id="brought-age-error" className="field-error" role="alert">
          {isWrong ? text('card-files.bring.ageYoung') : null}
        </p>
      </div>
    </form>
  )
}
