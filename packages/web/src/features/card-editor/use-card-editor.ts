import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage, isAgeUnknown, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { draftStore } from '../../lib/draft-store.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { useStore } from '../../lib/store.ts'
import { type Issues, issuesOfRefusal } from './check-form.ts'
import { DraftAutosave, type DraftState, type UnsentDraft } from './draft-autosave.ts'
import { focusFirstIssue } from './focus-issue.ts'

interface CardEditorOptions<Form extends object> {
  type: 'single' | 'multiple'
  personId: string
  initial: Form
  /** The draft that the form continues. */
  draft: { id: string; rev: number } | null
  /** The card that is being edited; null for a new one. */
  cardId: string | null
  read: (content: Record<string, unknown>) => Form
  check: (form: Form) => Issues
  /** @throws ApiError */
  send: (form: Form, save: { idempotency_key: string; draft_id?: string }) => Promise<SavedCard>
  /** Called when the server requires an age first. */
  onAgeUnknown: (then: () => void) => void
  onSaved: (card: SavedCard) => void
  /** Called when the server has created the draft. */
  onDraftId: (id: string) => void
}

export interface SavedCard {
  id: string
  name: string
  state: 'draft' | 'in_review' | 'published'
}

export interface CardEditor<Form extends object> {
  form: Form
  change: (patch: Partial<Form> | ((form: Form) => Partial<Form>)) => void
  issues: Issues
  /** Validates one field when it loses focus. */
  validateField: (path: string) => void
  draftState: DraftState
  /** Returns whether the draft is on the server now. */
  saveDraft: () => Promise<boolean>
  /** Saves the draft and returns its id, or that of the card; null while the draft cannot be saved. */
  findId: () => Promise<string | null>
  save: () => Promise<void>
  /** The form must take no input: what is typed now would not be part of the card. */
  isSaving: boolean
  /** Why saving failed, if the reason concerns no particular field. */
  failure: string | null
  keepMine: () => Promise<void>
  takeTheirs: () => Promise<void>
}

/** State of a card's form: its content, its errors, its draft on the server, and saving it as a card. */
export function useCardEditor<Form extends object>(options: CardEditorOptions<Form>): CardEditor<Form> {
  const text = useText()
  const latest = useRef(options)
  latest.current = options
  const [form, setForm] = useState(options.initial)
  const shown = useRef(form)
  const [issues, setIssues] = useState<Issues>({})
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [autosave] = useState(() => createAutosave(options))
  const draftState = useStore(autosave.state)

  const put = useCallback((next: Form) => {
    shown.current = next
    setForm(next)
  }, [])

  const change = useCallback<CardEditor<Form>['change']>(
    (patch) => {
      const before = shown.current
      const changes = typeof patch === 'function' ? patch(before) : patch
      const next = { ...before, ...changes }
      put(next)
      autosave.note({ ...next })
      // Fields with errors are validated again on every change, so that no error outlasts its cause.
      setIssues((found) => stillWrong(found, before, next, latest.current.check))
    },
    [autosave, put],
  )

  const validateField = useCallback((path: string) => {
    const found = latest.current.check(shown.current)[path]
    setIssues(({ [path]: _, ...others }) => (found ? { ...others, [path]: found } : others))
  }, [])

  useEffect(() => {
    const unsent = readUnsent(latest.current)
    if (unsent) {
      put(latest.current.read(unsent.content))
      autosave.resume(unsent)
    }
    const online = () => void autosave.flush()
    window.addEventListener('online', online)
    window.addEventListener('pagehide', online)
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('pagehide', online)
      void autosave.flush()
    }
  }, [autosave, put])

  const draftId = draftState.kind === 'saved' ? autosave.id : undefined
  useEffect(() => {
    if (draftId !== undefined) latest.current.onDraftId(draftId)
  }, [draftId])

  /** The last save of which no answer came, which may have created the card. */
  const unanswered = useRef<{ key: string; form: Form } | null>(null)
  async function save(): Promise<void> {
    const found = latest.current.check(shown.current)
    setIssues(found)
    setFailure(null)
    if (Object.keys(found).length > 0) {
      focusFirstIssue(found)
      return
    }
    setIsSaving(true)
    const form = shown.current
    const key = unanswered.current?.form === form ? unanswered.current.key : randomUuid()
    try {
      await autosave.settle()
      const card = await latest.current.send(form, { idempotency_key: key, draft_id: autosave.id })
      autosave.end()
      latest.current.onSaved(card)
    } catch (error) {
      unanswered.current = isApiError(error) && error.name === 'Network' ? { key, form } : null
      // Before a field can have the focus again.
      flushSync(() => setIsSaving(false))
      void autosave.flush()
      if (!isApiError(error)) throw error
      if (isAgeUnknown(error)) return latest.current.onAgeUnknown(() => void save())
      const refused = issuesOfRefusal(error)
      if (refused) {
        setIssues(refused)
        if (!focusFirstIssue(refused)) setFailure(error.message)
      } else setFailure(error.message)
    }
  }

  async function findId(): Promise<string | null> {
    await autosave.flush()
    return autosave.id ?? latest.current.cardId
  }

  function fail(error: unknown): null {
    setFailure(errorMessage(error, text))
    return null
  }
  async function keepMine(): Promise<void> {
    await autosave.keepMine().catch(fail)
  }
  async function takeTheirs(): Promise<void> {
    const content = await autosave.takeTheirs().catch(fail)
    if (content) put(latest.current.read(content))
  }

  return {
    form,
    change,
    issues,
    validateField,
    draftState,
    save,
    isSaving,
    failure,
    keepMine,
    takeTheirs,
    saveDraft: () => autosave.flush(),
    findId,
  }
}

/** Issues of changed fields are dropped unless they still apply; all others are preserved. */
function stillWrong<Form extends object>(found: Issues, before: Form, after: Form, check: (form: Form) => Issues) {
  if (Object.keys(found).length === 0) return found
  const now = check(after)
  return Object.fromEntries(
    Object.entries(found).flatMap(([path, issue]) => {
      const isSame = at(before, path) === at(after, path)
      const stays = now[path] ?? (isSame ? issue : null)
      return stays ? [[path, stays]] : []
    }),
  )
}

/** The value at a path of a form; the members of a group have a different name on the wire. */
function at(form: object, path: string): unknown {
  return path
    .replace('member_ids', 'members')
    .split('.')
    .reduce<unknown>((value, name) => (value && typeof value === 'object' ? Reflect.get(value, name) : undefined), form)
}

/** Storage key of the form on this device. It keeps its old name, since browsers hold unsaved forms under it. */
function storageKeyOf({ type, cardId, draft }: Pick<CardEditorOptions<object>, 'type' | 'cardId' | 'draft'>): string {
  return `making/${type}/${draft?.id ?? cardId ?? 'new'}`
}

function hereStore(personId: string) {
  return draftStore(personId, typeof window === 'undefined' ? null : window.localStorage)
}

function readUnsent(
  options: Pick<CardEditorOptions<object>, 'type' | 'cardId' | 'draft' | 'personId'>,
): UnsentDraft | null {
  const stored = hereStore(options.personId).read(storageKeyOf(options))
  try {
    return stored === '' ? null : (JSON.parse(stored) as UnsentDraft) // written by `keepHere` below
  } catch {
    return null
  }
}

function createAutosave<Form extends object>(options: CardEditorOptions<Form>): DraftAutosave {
  const { type, cardId, draft, personId } = options
  const store = hereStore(personId)
  return new DraftAutosave(
    {
      save: ({ id, rev, content }) =>
        callApi('POST /api/editor/saveDraft', { body: { id, rev, content, type, card_id: cardId } }),
      load: (id) => callApi('GET /api/editor/draft', { query: { id } }),
      keepHere: (unsent) => store.write(storageKeyOf(options), unsent ? JSON.stringify(unsent) : ''),
      after: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    draft,
  )
}
