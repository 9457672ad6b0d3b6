import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Input } from '../../../ui/control.tsx'
import { failureWords } from './failure-words.ts'
import { PersonaList } from './persona-list.tsx'
import { type Persona, usePersonas } from './use-personas.ts'

interface PersonaPickerProps {
  drawn: readonly Persona[]
  /** Null: as the profile says. */
  personaId: string | null
  /** Stores the choice. @throws ApiError */
  onChoose: (personaId: string | null) => Promise<void>
}

/** Which of their roles somebody has in this chat; roles are added, changed and deleted in the same list. */
export function PersonaPicker({ drawn, personaId, onChoose }: PersonaPickerProps) {
  const text = useText()
  const id = useId()
  const personas = usePersonas(drawn)
  const [wanted, setWanted] = useState(personaId)
  const [failure, setFailure] = useState<string | null>(null)

  async function choose(next: string | null) {
    const before = wanted
    setWanted(next)
    setFailure(null)
    try {
      await onChoose(next)
    } catch (error) {
      setWanted(before)
      setFailure(failureWords(error, text))
    }
  }

  const option = (value: string | null, words: ReactNode) => (
    <label className="setup-option">
      <Input type="radio" name={id} checked={wanted === value} onChange={() => void choose(value)} />
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
                  <b>{text('personas.setup.nickname')}</b>
                  <span className="setup-description">{text('personas.setup.asProfile')}</span>
                </span>,
              )}
            </div>
          }
          wrap={(persona, words) => option(persona.id, words)}
          onMade={(made) => void choose(made.id)}
          onRemoved={(gone) => setWanted((old) => (old === gone ? null : old))}
        />
      </div>
      {failure ? (
        <p className="field-error" role="alert">
          {failure}
        </p>
      ) : null}
      <p className="field-help" id={`${id}-hint`}>
        {text('personas.setup.hint')}
      </p>
    </section>
  )
}
