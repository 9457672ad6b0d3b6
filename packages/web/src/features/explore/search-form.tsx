import { SEARCH_LENGTH } from '@everkin/contract/search-length.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'

const PAUSE_MS = 250

interface SearchFormProps {
  /** Address of the results page in this language. */
  action: string
  /** Label of the field, where the search is limited. */
  label?: string
  /** Whether `/` moves the focus to this field. */
  shortcut?: boolean
}

/** Searches while typing; without scripts it is a plain form. The other filters of the page are preserved. */
export function SearchForm({ action, label, shortcut = false }: SearchFormProps) {
  const text = useText()
  const asksFor = label ?? text('shell.header.search')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const asked = params.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const [lastAsked, setLastAsked] = useState(asked)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (asked !== lastAsked) {
    setLastAsked(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }

  useEffect(() => (shortcut ? focusOnSlash(() => field.current) : undefined), [shortcut])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(words: string) {
    clearTimeout(timer.current)
    const next = new URLSearchParams(params)
    next.delete('cursor')
    if (words.trim()) next.set('q', words.trim())
    else next.delete('q')
    void navigate(next.size > 0 ? `${action}?${next}` : action, { replace: true, preventScrollReset: true })
  }

  function change(words: string) {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(words), PAUSE_MS)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    search(typed)
  }

  return (
    <Form action={action} method="get" role="search" className="search" onSubmit={submit}>
      <Icon name="magnifying-glass" size="small" />
      <Input
        ref={field}
        type="search"
        name="q"
        dir="auto"
        value={typed}
        maxLength={SEARCH_LENGTH}
        placeholder={asksFor}
        aria-label={asksFor}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
      />
      {['tag', 'gender', 'sort', 'show'].map((name) =>
        params.get(name) ? <Input key={name} type="hidden" name={name} value={params.get(name) ?? ''} /> : null,
      )}
      {typed ? (
        <button
          type="button"
          className="search-clear"
          aria-label={text('explore.clearSearch')}
          onClick={() => change('')}
        >
          <Icon name="x" size="small" />
        </button>
      ) : shortcut ? (
        <kbd>/</kbd>
      ) : null}
    </Form>
  )
}

/** Moves the focus to the field on `/`, unless the reader is typing elsewhere. */
function focusOnSlash(field: () => HTMLInputElement | null): () => void {
  function onKey(event: KeyboardEvent) {
    const isWriting = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isWriting) return
    event.preventDefault()
    field()?.focus()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
