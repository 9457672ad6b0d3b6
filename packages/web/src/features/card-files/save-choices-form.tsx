import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { parseAge, type SaveChoices, type Visibility } from './save-imported.ts'

interface SaveChoicesFormProps {
  asksForAge: boolean
  /** Otherwise everything stays private, and nothing is asked. */
  canPublish: boolean
  action: string
  /** The action while no age is given. */
  draftsAction: string
  onSubmit: (choices: SaveChoices) => void
  onCancel?: () => void
}

/** One age and one visibility for many characters (B5). Without an age they become drafts. */
export function SaveChoicesForm({
  asksForAge,
  canPublish,
  action,
  draftsAction,
  onSubmit,
  onCancel,
}: SaveChoicesFormProps) {
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [visibility, setVisibility] = useState<Visibility>('private')
  const hasAge = typed.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    const age = parseAge(typed)
    setWrong(hasAge && age === null)
    if (!hasAge || age !== null) onSubmit({ age, visibility })
  }

  return (
    <form className="save-choices" noValidate onSubmit={submit}>
      {asksForAge ? (
        <div className="field">
          <label htmlFor={`${id}-age`}>{text('card-files.import.age')}</label>
          <p id={`${id}-hint`} className="small muted">
            {text('card-files.saveAll.adults')} {hasAge ? null : text('card-files.saveAll.noAge')}
          </p>
          <Input
            id={`${id}-age`}
            className="input figures"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={isWrong || undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <p id={`${id}-error`} className="field-error" role="alert">
            {isWrong ? text('card-files.import.ageYoung') : null}
          </p>
        </div>
      ) : null}
      {canPublish ? (
        <RadioTiles
          label={text('card-editor.shelf.visibility')}
          value={visibility}
          onChange={setVisibility}
          options={(['private', 'unlisted', 'public'] as const).map((value) => ({
            value,
            label: text(`card-editor.shelf.visibilities.${value}`),
          }))}
        />
      ) : null}
      <div className="import-actions">
        <Button type="submit" variant="primary">
          {asksForAge && !hasAge ? draftsAction : action}
        </Button>
        {onCancel ? <Button onClick={onCancel}>{text('card-files.moving.cancel')}</Button> : null}
      </div>
    </form>
  )
}
