import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useId, useState } from 'react'
import { callApi } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import { PanelFrame, PanelWaiting } from '../panel-frame.tsx'
import { failureWords } from './failure-words.ts'
import { NoteForm } from './note-form.tsx'
import { PersonaPicker } from './persona-picker.tsx'
import type { Persona } from './use-personas.ts'
import './setup.css'

type Settings = ApiData<'GET /api/chat/info'>['settings']
type SettingsChange = Omit<ApiBody<'POST /api/chat/settings'>, 'chat_id'>

interface SetupPaneProps {
  chatId: string
  onClose: () => void
}

/** Who the person is in this chat, and their note to the author. */
export function SetupPane({ chatId, onClose }: SetupPaneProps) {
  const text = useText()
  const { found, failure, retry, change } = useSetup(chatId)
  return (
    <PanelFrame title={text('personas.setup.title')} onClose={onClose}>
      {found ? <Setup {...found} onChange={change} /> : null}
      <PanelWaiting isHere={found !== null} failure={failure} label={text('personas.setup.loading')} onRetry={retry} />
    </PanelFrame>
  )
}

interface Found {
  settings: Settings
  personas: readonly Persona[]
}

function Setup({ settings, personas, onChange }: Found & { onChange: (change: SettingsChange) => Promise<void> }) {
  const text = useText()
  const id = useId()
  return (
    <>
      <PersonaPicker
        drawn={personas}
        personaId={settings.persona_id}
        onChoose={(personaId) => onChange({ persona_id: personaId })}
      />
      <section className="setup-section" aria-labelledby={id}>
        <h3 className="title-3" id={id}>
          {text('personas.note.title')}
        </h3>
        <NoteForm note={settings.note} onSave={(note) => onChange({ note })} />
      </section>
    </>
  )
}

function useSetup(chatId: string) {
  const text = useText()
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setFailure(null)
    Promise.all([
      callApi('GET /api/chat/info', { query: { chat_id: chatId }, signal: abort.signal }),
      callApi('GET /api/user/personas', { signal: abort.signal }),
    ]).then(
      ([{ settings }, { list }]) => setFound({ settings, personas: list }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(failureWords(error, text))
      },
    )
    return () => abort.abort()
  }, [chatId, attempt])
  const change = async (wanted: SettingsChange) => {
    const { settings } = await callApi('POST /api/chat/settings', { body: { chat_id: chatId, ...wanted } })
    setFound((old) => old && { ...old, settings })
  }
  return { found, failure, retry: () => setAttempt((count) => count + 1), change }
}
