import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage, isAgeUnknown, isApiError } from '../../api/api-error.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { useStore } from '../../lib/store.ts'
import { type Issues, issuesOfRefusal } from './check-form.ts'
import { createDraftAutosave, type DraftSource, readUnsentDraft } from './create-draft-autosave.ts'
import type { DraftState } from './draft-autosave.ts'
import { focusFirstIssue } from './focus-issue.ts'
import { useValidatedForm, type ValidatedForm } from './use-validated-form.ts'

interface CardEditorOptions<Form extends object> extends DraftSource {
  initial: Form
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

export interface CardEditor<Form extends object>
  extends Pick<ValidatedForm<Form>, 'form' | 'change' | 'issues' | 'validateField'> {
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
  const [autosave] = useState(() => createDraftAutosave(options))
  const draftState = useStore(autosave.state)
  const validated = useValidatedForm(options.initial, options.check, (next) =>
    autosave.note(Object.fromEntries(Object.entries(next))),
  )
  const { latestForm, replace, setIssues } = validated
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    const unsent = readUnsentDraft(latest.current)
    if (unsent) {
      replace(latest.current.read(unsent.content))
      autosave.resume(unsent)
    }
    const flush = () => void autosave.flush()
    window.addEventListener('online', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('online', flush)
      window.removeEventListener('pagehide', flush)
      void autosave.flush()
    }
  }, [autosave, replace])

  const draftId = draftState.kind === 'saved' ? autosave.id : undefined
  useEffect(() => {
    if (draftId !== undefined) latest.current.onDraftId(draftId)
  }, [draftId])

  /** The last save of which no answer came, which may have created the card. */
  const unanswered = useRef<{ key: string; form: Form } | null>(null)
  async function save(): Promise<void> {
    const found = validated.validate()
    setFailure(null)
    if (Object.keys(found).length > 0) {
      focusFirstIssue(found)
      return
    }
    setIsSaving(true)
    const form = latestForm()
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
    if (content) replace(latest.current.read(content))
  }

  return {
    form: validated.form,
    change: validated.change,
    issues: validated.issues,
    validateField: validated.validateField,
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
