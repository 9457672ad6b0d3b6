import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/control.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { failureWords } from './failure-words.ts'

interface Note {
  text: string
  depth: number
}

/** Where a new note stands: near enough to the end to be heeded, not so near that it drowns what was just said. */
const USUAL_DEPTH = 4

interface NoteFormProps {
  note: Note | null
  /** Stores it. @throws ApiError */
  onSave: (note: Note | null) => Promise<void>
}

/** The note to the author: its words, and its place in plain words. What was typed stays when it can not be saved. */
export function NoteForm({ note, onSave }: NoteFormProps) {
  const text = useText()
  const toasts = useToast()
  const id = useId()
  const [words, setWords] = useState(note?.text ?? '')
  const [depth, setDepth] = useState(note?.depth ?? USUAL_DEPTH)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const place =
    depth > 1
      ? text('personas.note.before', { count: depth })
      : text(depth === 0 ? 'personas.note.atEnd' : 'personas.note.beforeNewest')
  const isChanged = words.trim() !== (note?.text ?? '').trim() || (note !== null && depth !== note.depth)

  async function keep(changed: Note | null) {
    setBusy(true)
    setFailure(null)
    try {
      await onSave(changed)
      if (changed === null) setWords('')
      toasts.show(text(changed ? 'personas.note.saved' : 'personas.note.removed'))
    } catch (error) {
      setFailure(failureWords(error, text))
    } finally {
      setBusy(false)
    }
  }

  function save(event: FormEvent) {
    event.preventDefault()
    void keep({ text: words.trim(), depth })
  }

  return (
    <form className="setup-note" onSubmit={save}>
      <TextArea
        label={text('personas.note.label')}
        help={text('personas.note.hint')}
        error={failure}
        dir="auto"
        rows={3}
        maxLength={LIMITS.noteLength}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="field">
        <label htmlFor={id}>{text('personas.note.place')}</label>
        <Input
          id={id}
          className="setup-depth"
          type="range"
          min={0}
          max={LIMITS.noteDepth}
          value={depth}
          aria-valuetext={place}
          aria-describedby={`${id}-help`}
          onChange={(event) => setDepth(event.target.valueAsNumber)}
        />
        <output className="small" htmlFor={id} aria-live="off">
          {place}
        </output>
        <p className="field-help" id={`${id}-help`}>
          {text('personas.note.placeHint')}
        </p>
      </div>
      <div className="setup-form-actions">
        {note ? (
          <Button look="ghost" disabled={isBusy} onClick={() => void keep(null)}>
            {text('personas.note.remove')}
          </Button>
        ) : null}
        <Button type="submit" busy={isBusy} disabled={!isChanged || words.trim() === ''}>
          {text('personas.note.save')}
        </Button>
      </div>
    </form>
  )
}
