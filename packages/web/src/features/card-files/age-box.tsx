import { ADULT_AGE } from '@everkin/contract/limits.ts'
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
  const [isWrong, setWrong] = useState(age !== null && age < ADULT_AGE)
  if (age !== null && age >= ADULT_AGE)
    return (
      <p className="import-age-set">
        <Icon name="identification-card" size="small" />
        <span>{text('card-files.import.ageIs', { name, age })}</span>
        <Button variant="ghost" size="small" onClick={() => onSet(null)}>
          {text('card-files.import.ageChange')}
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
    <form className="import-age" noValidate onSubmit={set}>
      <Icon name="identification-card" size="small" />
      <div>
        <strong>{text('card-files.import.ageTitle', { name })}</strong>
        <p id="import-age-hint" className="small">
          {text('card-files.import.ageHint')}
        </p>
        <div className="import-age-line">
          <Input
            className="input figures"
            inputMode="numeric"
            autoComplete="off"
            placeholder={text('card-files.import.age')}
            aria-label={text('card-files.import.age')}
            aria-describedby="import-age-hint import-age-error"
            aria-invalid={isWrong || undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit">{text('card-files.import.ageSet')}</Button>
        </div>
        <p id="import-age-error" className="field-error" role="alert">
          {isWrong ? text('card-files.import.ageYoung') : null}
        </p>
      </div>
    </form>
  )
}
