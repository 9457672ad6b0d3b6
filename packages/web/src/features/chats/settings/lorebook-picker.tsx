import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { useEffect, useId, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'

type Lorebook = ApiData<'GET /api/lorebook/list'>['list'][number]

interface LorebookPickerProps {
  title: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  /** Why the last choice was not saved. */
  error?: string | null
}

/** Chooses among the person's lorebooks. They are loaded when it is shown; those of all chats cannot be left out. */
export function LorebookPicker({ title, chosen, onChange, error }: LorebookPickerProps) {
  const text = useText()
  const id = useId()
  const { books, failure } = useLorebooks()
  const toggle = (bookId: string) =>
    onChange(chosen.includes(bookId) ? chosen.filter((other) => other !== bookId) : [...chosen, bookId])
  return (
    <fieldset className="setup-books" aria-describedby={`${id}-hint`}>
      <legend className="title-3">{title}</legend>
      {books?.length === 0 ? <p className="small muted">{text('lorebooks.pickNone')}</p> : null}
      {books?.map((book) => (
        <label key={book.id} className="setup-check">
          <Input
            type="checkbox"
            checked={book.all_chats || chosen.includes(book.id)}
            disabled={book.all_chats || (chosen.length >= LIMITS.attachedLorebooks && !chosen.includes(book.id))}
            onChange={() => toggle(book.id)}
          />
          <span className="setup-words">
            <span dir="auto">{book.name}</span>
            {book.all_chats ? <span className="small muted">{text('lorebooks.everywhere')}</span> : null}
          </span>
        </label>
      ))}
      {(error ?? failure) ? <FieldError>{error ?? failure}</FieldError> : null}
      <p className="field-help" id={`${id}-hint`}>
        {text('lorebooks.pickHint')}
      </p>
    </fieldset>
  )
}

function useLorebooks(): { books: readonly Lorebook[] | null; failure: string | null } {
  const text = useText()
  const [books, setBooks] = useState<readonly Lorebook[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once
  useEffect(() => {
    const abort = new AbortController()
    callApi('GET /api/lorebook/list', { signal: abort.signal }).then(
      ({ list }) => setBooks(list),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(errorMessage(error, text))
      },
    )
    return () => abort.abort()
  }, [])
  return { books, failure }
}
