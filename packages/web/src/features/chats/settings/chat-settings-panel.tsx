import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useSession } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { type ChatSettings, type ChatSettingsChange, useConversation } from '../context/conversation-context.ts'
import { PanelFrame, PanelPlaceholder } from '../panels/panel-frame.tsx'
import { LorebookPicker } from './lorebook-picker.tsx'
import { PersonaList } from './persona-list.tsx'
import { type Persona, usePersonas } from './use-personas.ts'
import './chat-settings.css'

const ModelChoice = lazy(async () => ({ default: (await import('../models/model-choice.tsx')).ModelChoice }))

interface AuthorsNote {
  text: string
  depth: number
}

/** Position of a new note: near enough to the end to have an effect, but not stronger than the latest messages. */
const DEFAULT_DEPTH = 4

interface AuthorsNoteFormProps {
  note: AuthorsNote | null
  /** @throws ApiError */
  onSave: (note: AuthorsNote | null) => Promise<void>
}

/** The author's note: its text, and its position in plain words. The input is preserved when saving fails. */
export function AuthorsNoteForm({ note, onSave }: AuthorsNoteFormProps) {
  const text = useText()
  const toasts = useToast()
  const id = useId()
  const [words, setWords] = useState(note?.text ?? '')
  const [depth, setDepth] = useState(note?.depth ?? DEFAULT_DEPTH)
  const place =
    depth > 1
      ? text('personas.note.before', { count: depth })
      : text(depth === 0 ? 'personas.note.atEnd' : 'personas.note.beforeNewest')
  const isChanged = words.trim() !== (note?.text ?? '').trim() || (note !== null && depth !== note.depth)

  const saveNote = useMutation(async (changed: AuthorsNote | null) => {
    await onSave(changed)
    if (changed === null) setWords('')
    toasts.show(text(changed ? 'personas.note.saved' : 'personas.note.removed'))
  })

  function save(event: FormEvent) {
    event.preventDefault()
    void saveNote.run({ text: words.trim(), depth })
  }

  return (
    <form className="setup-note" onSubmit={save}>
      <TextArea
        label={text('personas.note.label')}
        help={text('personas.note.hint')}
        error={saveNote.error}
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
          <Button variant="ghost" disabled={saveNote.isBusy} onClick={() => void saveNote.run(null)}>
            {text('personas.note.remove')}
          </Button>
        ) : null}
        <Button type="submit" busy={saveNote.isBusy} disabled={!isChanged || words.trim() === ''}>
          {text('personas.note.save')}
        </Button>
      </div>
    </form>
  )
}

interface PersonaPickerProps {
  initial: readonly Persona[]
  /** Null for the default of the profile. */
  personaId: string | null
  /** @throws ApiError */
  onChoose: (personaId: string | null) => Promise<void>
}

/** Selects the persona for this chat; personas are added, edited and deleted in the same list. */
export function PersonaPicker({ initial, personaId, onChoose }: PersonaPickerProps) {
  const text = useText()
  const id = useId()
  const personas = usePersonas(initial)
  const nickname = useSession().person?.nickname
  const [selected, setSelected] = useState(personaId)
  const [failure, setFailure] = useState<string | null>(null)

  async function choose(next: string | null) {
    const before = selected
    setSelected(next)
    setFailure(null)
    try {
      await onChoose(next)
    } catch (error) {
      setSelected(before)
      setFailure(errorMessage(error, text))
    }
  }

  const option = (value: string | null, words: ReactNode) => (
    <label className="setup-option">
      <Input type="radio" name={id} checked={selected === value} onChange={() => void choose(value)} />
      {words}
    </label>
  )

  return (
    <section className="setup-section" aria-labelledby={`${id}-title`}>
      <h3 className="title-3" id={`${id}-title`}>
        {text('personas.setup.who')}
      </h3>
      <div role="radiogroup" aria-labelledby={`${id}-title`} aria-describedby={`${id}-hint`}>
        <PersonaList
          personas={personas}
          before={
            <div className="setup-row">
              {option(
                null,
                <span className="setup-words">
                  <b dir="auto">{nickname || text('personas.setup.nickname')}</b>
                  <span className="setup-description">{text('personas.setup.asProfile')}</span>
                </span>,
              )}
            </div>
          }
          wrap={(persona, words) => option(persona.id, words)}
          onCreated={(created) => void choose(created.id)}
          onRemoved={(removedId) => setSelected((old) => (old === removedId ? null : old))}
        />
      </div>
      {failure ? <FieldError>{failure}</FieldError> : null}
      <p className="field-help" id={`${id}-hint`}>
        {text('personas.setup.hint')}
      </p>
    </section>
  )
}

interface ChatSettingsPanelProps {
  chatId: string
  onClose: () => void
}

/** The person's persona in the chat, the author's note, the model and the preset. */
export function ChatSettingsPanel({ chatId, onClose }: ChatSettingsPanelProps) {
  const text = useText()
  const { found: loaded, failure, retry, change } = useChatSettings(chatId)
  return (
    <PanelFrame title={text('personas.setup.title')} onClose={onClose}>
      {loaded ? <LoadedChatSettings {...loaded} onChange={change} /> : null}
      <PanelPlaceholder
        isLoaded={loaded !== null}
        failure={failure}
        label={text('personas.setup.loading')}
        onRetry={retry}
      />
    </PanelFrame>
  )
}

interface LoadedSettings {
  settings: ChatSettings
  personas: readonly Persona[]
}

function LoadedChatSettings({
  settings,
  personas,
  onChange,
}: LoadedSettings & { onChange: (change: ChatSettingsChange) => Promise<void> }) {
  const text = useText()
  const id = useId()
  return (
    <>
      <PersonaPicker
        initial={personas}
        personaId={settings.persona_id}
        onChoose={(personaId) => onChange({ persona_id: personaId })}
      />
      <section className="setup-section" aria-labelledby={id}>
        <h3 className="title-3" id={id}>
          {text('personas.note.title')}
        </h3>
        <AuthorsNoteForm note={settings.note} onSave={(note) => onChange({ note })} />
      </section>
      <Suspense fallback={null}>
        <ModelChoice />
      </Suspense>
      <ChatLorebooks chosen={settings.lorebook_ids} onChange={onChange} />
    </>
  )
}

/** The person's own lorebooks in this chat. A choice is saved at once, and taken back when saving fails. */
function ChatLorebooks({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (change: ChatSettingsChange) => Promise<void>
}) {
  const text = useText()
  const [shown, setShown] = useState(chosen)
  const save = useMutation(async (ids: string[]) => {
    try {
      await onChange({ lorebook_ids: ids })
    } catch (error) {
      setShown(chosen)
      throw error
    }
  })
  return (
    <section className="setup-section">
      <LorebookPicker
        title={text('lorebooks.pickChat')}
        chosen={shown}
        error={save.error}
        onChange={(ids) => {
          setShown(ids)
          void save.run(ids)
        }}
      />
    </section>
  )
}

function useChatSettings(chatId: string) {
  const text = useText()
  const { changeSettings } = useConversation()
  const [loaded, setLoaded] = useState<LoadedSettings | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    const abort = new AbortController()
    setFailure(null)
    Promise.all([
      callApi('GET /api/chat/info', { query: { chat_id: chatId }, signal: abort.signal }),
      callApi('GET /api/user/personas', { signal: abort.signal }),
    ]).then(
      ([{ settings }, { list }]) => setLoaded({ settings, personas: list }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(errorMessage(error, text))
      },
    )
    return () => abort.abort()
  }, [chatId, attempt])
  const change = async (requested: ChatSettingsChange) => {
    const settings = await changeSettings(requested)
    setLoaded((old) => old && { ...old, settings })
  }
  return { found: loaded, failure, retry: () => setAttempt((count) => count + 1), change }
}
