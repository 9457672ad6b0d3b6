import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Textarea } from '../../../ui/form/form-controls.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'

interface InlineTextFormProps {
  /** Label of the field for screen readers. */
  label: string
  /** As it is saved. */
  words: string
  /** What the field has at first instead. */
  draft?: string
  maxLength: number
  /** Whether an empty text may be saved. */
  canBeEmpty?: boolean
  rows: number
  /** @throws ApiError; the form then stays open with the text. */
  onSave: (words: string) => Promise<void>
  onDone: () => void
}

/** Edits a text in place: Ctrl+Enter saves, Esc cancels, and a failed save loses nothing. */
export function InlineTextForm({
  label,
  words: old,
  draft = old,
  maxLength: mostLetters,
  canBeEmpty = false,
  rows,
  onSave,
  onDone,
}: InlineTextFormProps) {
  const text = useText()
  const id = useId()
  const [words, setWords] = useState(draft)
  const isUsable = words.trim() !== old.trim() && (canBeEmpty || words.trim() !== '')

  const { run, isBusy, error } = useMutation(async () => {
    await onSave(words.trim())
    onDone()
  })

  function save() {
    if (isUsable) void run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }

  return (
    <form
      className="memory-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        className="input"
        dir="auto"
        rows={rows}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        maxLength={mostLetters}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
        autoFocus
      />
      {error ? <FieldError id={id}>{error}</FieldError> : null}
      <div className="memory-form-actions">
        <Button size="small" variant="ghost" onClick={onDone}>
          {text('memory.cancel')}
        </Button>
        <Button size="small" type="submit" busy={isBusy} disabled={!isUsable}>
          {text('memory.save')}
        </Button>
      </div>
    </form>
  )
}
