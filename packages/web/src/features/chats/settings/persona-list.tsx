import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { LorebookPicker } from './lorebook-picker.tsx'
import type { Persona, PersonaInput, Personas } from './use-personas.ts'
import './chat-settings.css'

interface PersonaFormProps {
  /** Null for a new one. */
  persona: Persona | null
  onSave: (words: PersonaInput) => Promise<unknown>
  onDone: () => void
}

/** Edits the name and description of a persona in place. The input is preserved when saving fails. */
function PersonaForm({ persona, onSave, onDone }: PersonaFormProps) {
  const text = useText()
  const id = useId()
  const [name, setName] = useState(persona?.name ?? '')
  const [description, setDescription] = useState(persona?.description ?? '')
  const [isDefault, setDefault] = useState(persona?.is_default ?? false)
  const [books, setBooks] = useState<string[] | null>(null)

  const save = useMutation(async () => {
    const words = {
      name: name.trim(),
      description: description.trim(),
      is_default: isDefault,
      ...(books && { lorebook_ids: books }),
    }
    await onSave(persona ? { ...words, id: persona.id } : words)
    onDone()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    onDone()
  }

  return (
    <form
      className="setup-form"
      aria-label={persona?.name ?? text('personas.form.new')}
      onSubmit={submit}
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
        error={save.error}
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
      <LorebookPicker
        title={text('lorebooks.pickPersona')}
        chosen={books ?? persona?.lorebook_ids ?? []}
        onChange={setBooks}
      />
      <div className="setup-form-actions">
        <Button variant="ghost" onClick={onDone}>
          {text('personas.form.cancel')}
        </Button>
        <Button type="submit" busy={save.isBusy} disabled={name.trim() === ''}>
          {text('personas.form.save')}
        </Button>
      </div>
    </form>
  )
}

interface PersonaListProps {
  personas: Personas
  /** Rows above the personas. */
  before?: ReactNode
  /** Wraps the text of a persona, for example in a radio option. */
  wrap?: (persona: Persona, words: ReactNode) => ReactNode
  onCreated?: (persona: Persona) => void
  onRemoved?: (id: string) => void
}

/** The person's personas, which can be edited in place or deleted, and a button to add one. */
export function PersonaList({ personas, before, wrap, onCreated, onRemoved }: PersonaListProps) {
  const text = useText()
  const toasts = useToast()
  const [open, setOpen] = useState<string | 'new' | null>(null)
  const [asked, setAsked] = useState<Persona | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useReturnFocus(open, (closed) => list.current?.querySelector<HTMLElement>(`[data-edits="${closed}"]`))
  const isFull = personas.list.length >= LIMITS.personas

  async function save(words: Parameters<Personas['save']>[0]) {
    const saved = await personas.save(words)
    toasts.show(text('personas.list.saved'))
    if (words.id === undefined) onCreated?.(saved)
  }

  return (
    <div className="setup-list" ref={list}>
      {before}
      {personas.list.map((persona) =>
        open === persona.id ? (
          <PersonaForm key={persona.id} persona={persona} onSave={save} onDone={() => setOpen(null)} />
        ) : (
          <div className="setup-row" key={persona.id}>
            {wrap ? wrap(persona, <PersonaSummary persona={persona} />) : <PersonaSummary persona={persona} />}
            <IconButton
              icon="pencil-simple"
              label={text('personas.list.edit', { name: persona.name })}
              data-edits={persona.id}
              onClick={() => setOpen(persona.id)}
            />
            <IconButton
              icon="trash"
              label={text('personas.list.delete', { name: persona.name })}
              onClick={() => setAsked(persona)}
            />
          </div>
        ),
      )}
      {open === 'new' ? <PersonaForm persona={null} onSave={save} onDone={() => setOpen(null)} /> : null}
      {isFull ? (
        <p className="small muted setup-pad">{text('personas.list.full', { count: LIMITS.personas })}</p>
      ) : open === 'new' ? null : (
        <button type="button" className="setup-add" data-edits="new" onClick={() => setOpen('new')}>
          <Icon name="plus" size="small" />
          {text('personas.list.add')}
        </button>
      )}
      {asked ? (
        <DeletePersona
          persona={asked}
          onClose={() => setAsked(null)}
          onDelete={async () => {
            await personas.remove(asked.id)
            toasts.show(text('personas.list.deleted'))
            onRemoved?.(asked.id)
          }}
        />
      ) : null}
    </div>
  )
}

function PersonaSummary({ persona }: { persona: Persona }) {
  const text = useText()
  return (
    <span className="setup-words">
      <b dir="auto">{persona.name}</b>
      {persona.is_default ? <span className="setup-tag">{text('personas.list.default')}</span> : null}
      {persona.description ? (
        <span className="setup-description" dir="auto">
          {persona.description}
        </span>
      ) : null}
    </span>
  )
}

interface DeletePersonaProps {
  persona: Persona
  onClose: () => void
  onDelete: () => Promise<void>
}

function DeletePersona({ persona, onClose, onDelete }: DeletePersonaProps) {
  const text = useText()

  const confirm = useMutation(async () => {
    await onDelete()
    onClose()
  })

  return (
    <Dialog
      open
      kind="alert"
      narrow
      onClose={onClose}
      title={text('personas.ask.title', { name: persona.name })}
      description={<p>{text('personas.ask.hint')}</p>}
    >
      {confirm.error ? <FieldError>{confirm.error}</FieldError> : null}
      <div className="dialog-actions">
        <Button data-first-focus onClick={onClose}>
          {text('personas.form.cancel')}
        </Button>
        <Button variant="danger" busy={confirm.isBusy} onClick={() => void confirm.run()}>
          {text('personas.ask.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
