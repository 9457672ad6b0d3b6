import { LIMITS } from '@everkin/contract/limits.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { failureWords } from './failure-words.ts'
import { PersonaForm } from './persona-form.tsx'
import type { Persona, Personas } from './use-personas.ts'
import './setup.css'

interface PersonaListProps {
  personas: Personas
  /** Rows that stand before the roles. */
  before?: ReactNode
  /** What a role's words stand in; a choice among them, for one. */
  wrap?: (persona: Persona, words: ReactNode) => ReactNode
  onMade?: (persona: Persona) => void
  onRemoved?: (id: string) => void
}

/** Somebody's roles, each to be changed in its place or deleted, and a way to add one. */
export function PersonaList({ personas, before, wrap, onMade, onRemoved }: PersonaListProps) {
  const text = useText()
  const toasts = useToast()
  const [open, setOpen] = useState<string | 'new' | null>(null)
  const [asked, setAsked] = useState<Persona | null>(null)
  const isFull = personas.list.length >= LIMITS.personas

  async function save(words: Parameters<Personas['save']>[0]) {
    const saved = await personas.save(words)
    toasts.show(text('personas.list.saved'))
    if (words.id === undefined) onMade?.(saved)
  }

  return (
    <div className="setup-list">
      {before}
      {personas.list.map((persona) =>
        open === persona.id ? (
          <PersonaForm key={persona.id} persona={persona} onSave={save} onDone={() => setOpen(null)} />
        ) : (
          <div className="setup-row" key={persona.id}>
            {wrap ? wrap(persona, <PersonaWords persona={persona} />) : <PersonaWords persona={persona} />}
            <IconButton
              icon="pencil-simple"
              label={text('personas.list.edit', { name: persona.name })}
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
        <button type="button" className="setup-add" onClick={() => setOpen('new')}>
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

function PersonaWords({ persona }: { persona: Persona }) {
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
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await onDelete()
      onClose()
    } catch (error) {
      setFailure(failureWords(error, text))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      kind="alert"
      narrow
      onClose={onClose}
      title={text('personas.ask.title', { name: persona.name })}
      description={<p>{text('personas.ask.hint')}</p>}
    >
      {failure ? (
        <p className="field-error" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button look="danger" busy={isBusy} onClick={() => void confirm()}>
          {text('personas.ask.confirm')}
        </Button>
        <Button data-first-focus onClick={onClose}>
          {text('personas.form.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
