import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/control.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { failureWords } from './failure-words.ts'
import type { Persona, PersonaWords } from './use-personas.ts'

interface PersonaFormProps {
  /** Null for a new one. */
  persona: Persona | null
  onSave: (words: PersonaWords) => Promise<unknown>
  onDone: () => void
}

/** Name and description of a role, in its place in the list. What was typed stays when it can not be saved. */
export function PersonaForm({ persona, onSave, onDone }: PersonaFormProps) {
  const text = useText()
  const id = useId()
  const [name, setName] = useState(persona?.name ?? '')
  const [description, setDescription] = useState(persona?.description ?? '')
  const [isDefault, setDefault] = useState(persona?.is_default ?? false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const words = { name: name.trim(), description: description.trim(), is_default: isDefault }
      await onSave(persona ? { ...words, id: persona.id } : words)
      onDone()
    } catch (error) {
      setFailure(failureWords(error, text))
      setBusy(false)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }

  return (
    <form
      className="setup-form"
      aria-label={persona?.name ?? text('personas.form.new')}
      onSubmit={save}
      onKeyDown={onKeyDown}
    >
      <TextField
        label={text('personas.form.name')}
        dir="auto"
        autoComplete="off"
        maxLength={LIMITS.nicknameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoFocus
      />
      <TextArea
        label={text('personas.form.description')}
        help={text('personas.form.help')}
        error={failure}
        dir="auto"
        rows={4}
        maxLength={LIMITS.personaLength}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <label className="setup-check" htmlFor={id}>
        <Input id={id} type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
        {text('personas.form.byDefault')}
      </label>
      <div className="setup-form-actions">
        <Button look="ghost" onClick={onDone}>
          {text('personas.form.cancel')}
        </Button>
        <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
          {text('personas.form.save')}
        </Button>
      </div>
    </form>
  )
}
