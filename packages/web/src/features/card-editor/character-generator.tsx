import type { ApiData } from '@everkin/contract/api-types.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorMessage, isAgeUnknown } from '../../api/api-error.ts'
import { streamEvents } from '../../api/stream.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SingleFieldsProps } from './single-fields.tsx'
import { type SingleForm, singleForm } from './single-form.ts'

type Unsaved = ApiData<'POST /api/chat.Single/create'>

interface DraftForMeProps extends Pick<SingleFieldsProps, 'form' | 'change'> {
  sentence: string
  onAgeUnknown: (then: () => void) => void
}

/** Streams a whole character, generated from one sentence, into the form; one tap restores the previous content. */
export function CharacterGenerator({ sentence, form, change, onAgeUnknown }: DraftForMeProps) {
  const text = useText()
  const [running, setRunning] = useState<AbortController | null>(null)
  const [before, setBefore] = useState<SingleForm | null>(null)
  const [isBuiltIn, setIsBuiltIn] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function write(): Promise<void> {
    const ending = new AbortController()
    current.current = ending
    setRunning(ending)
    setFailure(null)
    setIsBuiltIn(false)
    setBefore(form)
    const written: Partial<Record<string, string>> = {}
    try {
      const body = { prompt: sentence.trim(), language: form.language }
      for await (const event of streamEvents('POST /api/chat.Single/create', body, ending.signal)) {
        if (event.type === 'done') {
          change((now) => filledIn(now, event.card))
          setIsBuiltIn(event.built_in)
          continue
        }
        // The first piece of a field replaces its previous content.
        written[event.field] = (written[event.field] ?? '') + event.text
        change((now) => withField(now, event.field, written[event.field] ?? ''))
      }
    } catch (error) {
      if (isAgeUnknown(error)) onAgeUnknown(() => void write())
      else if (!ending.signal.aborted) setFailure(errorMessage(error, text))
    } finally {
      setRunning(null)
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (sentence.trim() !== '' && !running) void write()
  }

  return (
    <form className="sketch-write" onSubmit={onSubmit}>
      <div className="editor-row">
        {running ? (
          <Button size="small" onClick={() => running.abort()}>
            <Icon name="stop" size="small" />
            {text('card-editor.wish.stop')}
          </Button>
        ) : (
          <Button
            type="submit"
            size="small"
            variant={form.name ? 'quiet' : 'primary'}
            disabled={sentence.trim() === ''}
          >
            <Icon name="feather" size="small" />
            {text('card-editor.wish.write')}
          </Button>
        )}
        {before && !running ? (
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              change(before)
              setBefore(null)
              setIsBuiltIn(false)
            }}
          >
            <Icon name="arrow-u-up-left" size="small" mirror />
            {text('card-editor.wish.undo')}
          </Button>
        ) : null}
      </div>
      {failure ? <FieldError>{failure}</FieldError> : null}
      <p className="small muted" role="status">
        {running ? text('card-editor.wish.writing') : isBuiltIn ? text('card-editor.wish.builtIn') : null}
      </p>
    </form>
  )
}

/** The form with a partially written field. Choices are applied only once they are complete. */
function withField(form: SingleForm, field: string, words: string): Partial<SingleForm> {
  switch (field) {
    case 'name':
    case 'tagline':
      return { [field]: words }
    case 'description':
    case 'personality':
    case 'scenario':
    case 'first_mes':
    case 'mes_example':
      return { definition: { ...form.definition, [field]: words } }
    default:
      return {}
  }
}

/** The form with the finished character; picture, album and lorebook are unchanged. */
function filledIn(form: SingleForm, card: Unsaved): Partial<SingleForm> {
  const { name, tagline, age, gender, tags, definition, language } = singleForm({ ...card }, form.language)
  const { description, personality, scenario, first_mes, mes_example, alternate_greetings } = definition
  return {
    name,
    tagline,
    gender,
    tags,
    language,
    age: age || form.age,
    definition: {
      ...form.definition,
      description,
      personality,
      scenario,
      first_mes,
      mes_example,
      alternate_greetings,
    },
  }
}
