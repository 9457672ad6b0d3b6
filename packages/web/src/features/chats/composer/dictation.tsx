import { LIMITS } from '@everkin/contract/limits.ts'
import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { spokenLanguage } from '@everkin/contract/speakable-text.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { uploadFile } from '../../../api/upload.ts'
import { useText } from '../../../i18n/use-text.ts'
import { deviceSettings, setDeviceSettings } from '../../../lib/device-settings.ts'
import { type DictationError, type DictationSession, startDictation } from '../../../lib/dictation.ts'
import { canRecord, type RecordingSession, startRecording } from '../../../lib/recorder.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { useConversationLanguage } from '../context/use-conversation-language.ts'
import './dictation.css'

interface DictationProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Inserts recognised speech into the field. */
  onHeard: (words: string) => void
  onClose: () => void
}

/**
 * Dictates into the field: with the server's speech to text where there is one, else with the browser's own. Says once
 * beforehand where speech is sent.
 */
export function Dictation({ field, onHeard, onClose }: DictationProps) {
  const text = useText()
  const { transcription } = useConversation()
  const onServer = transcription !== null && canRecord()
  const [isInformed, setInformed] = useState(() =>
    onServer ? deviceSettings().knowsTranscription : deviceSettings().knowsDictation,
  )
  const note = !onServer ? 'note' : transcription.on_this_machine ? 'noteHere' : 'noteSent'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    field.current?.focus()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="dictation" role="group" aria-label={text('speech.input.start')} onKeyDown={onKeyDown}>
      {isInformed && onServer ? (
        <ServerDictation onHeard={onHeard} onClose={onClose} />
      ) : isInformed ? (
        <BrowserDictation onHeard={onHeard} onClose={onClose} />
      ) : (
        <>
          <p role="status">{text(`speech.input.${note}`)}</p>
          <div className="dictation-choice">
            <Button
              variant="primary"
              onClick={() => {
                setDeviceSettings(onServer ? { knowsTranscription: true } : { knowsDictation: true })
                setInformed(true)
              }}
            >
              {text('speech.input.begin')}
            </Button>
            <Button onClick={onClose}>{text('speech.input.notNow')}</Button>
          </div>
        </>
      )}
    </div>
  )
}

const ERROR_TEXTS = {
  denied: 'speech.input.denied',
  silent: 'speech.input.silent',
  failed: 'speech.input.failed',
} as const satisfies Record<DictationError, string>

function BrowserDictation({ onHeard, onClose }: Pick<DictationProps, 'onHeard' | 'onClose'>) {
  const text = useText()
  const language = useSpokenLanguage()
  const [interim, setInterim] = useState('')
  const [fault, setFault] = useState<DictationError | null>(null)
  const dictating = useRef<DictationSession | null>(null)
  const heard = useRef(onHeard)
  const ended = useRef(onClose)
  useEffect(() => {
    heard.current = onHeard
    ended.current = onClose
  })
  useEffect(() => {
    const now = startDictation(LOCALES[language].intl.replace(/-u-.*$/, ''), {
      onInterim: setInterim,
      onWords: (words) => heard.current(words),
      onEnd: (reason) => (reason === null ? ended.current() : setFault(reason)),
    })
    dictating.current = now
    return () => now.abort()
  }, [language])
  return (
    <div className="dictation-line">
      {fault === null ? (
        <i className="dictation-mark" aria-hidden="true" />
      ) : (
        <Icon name="warning-circle" size="small" />
      )}
      <p>
        <span role="status">{text(fault === null ? 'speech.input.hearing' : ERROR_TEXTS[fault])}</span>{' '}
        <span className="muted" dir="auto">
          {interim}
        </span>
      </p>
      <Button onClick={() => (fault === null ? dictating.current?.stop() : onClose())}>
        <Icon name="stop-fill" size="small" />
        {text('speech.input.stop')}
      </Button>
    </div>
  )
}

/** Records until the person is done, then puts the server's words into the field. */
function ServerDictation({ onHeard, onClose }: Pick<DictationProps, 'onHeard' | 'onClose'>) {
  const text = useText()
  const language = useSpokenLanguage()
  const [phase, setPhase] = useState<'recording' | 'working'>('recording')
  const [fault, setFault] = useState<string | null>(null)
  const session = useRef<RecordingSession | null>(null)
  const callbacks = useRef({ onHeard, onClose })
  const spoken = useRef(language)
  useEffect(() => {
    callbacks.current = { onHeard, onClose }
    spoken.current = language
  })
  useEffect(() => {
    const ending = new AbortController()
    const send = async (file: Blob) => {
      setPhase('working')
      const fields = { language: spoken.current, file }
      const heard = await uploadFile('POST /api/chat/transcribe', fields, { signal: ending.signal })
      if (heard.text === '') return setFault(text('speech.input.silent'))
      callbacks.current.onHeard(heard.text)
      callbacks.current.onClose()
    }
    session.current = startRecording(LIMITS.recordingSeconds * 1_000, {
      onRecorded: (file) =>
        send(file).catch(
          (error: unknown) => ending.signal.aborted || setFault(errorMessage(error, text, 'errors.notTranscribed')),
        ),
      onFault: (reason) => setFault(text(ERROR_TEXTS[reason])),
    })
    return () => {
      session.current?.abort()
      ending.abort()
    }
  }, [text])
  const isRecording = phase === 'recording' && fault === null
  return (
    <div className="dictation-line">
      {isRecording ? (
        <i className="dictation-mark" aria-hidden="true" />
      ) : fault !== null ? (
        <Icon name="warning-circle" size="small" />
      ) : (
        <Spinner label={text('speech.input.working')} />
      )}
      <p role="status">{fault ?? (isRecording ? text('speech.input.recording') : '')}</p>
      {isRecording ? (
        <Button variant="primary" onClick={() => session.current?.stop()}>
          {text('speech.input.finish')}
        </Button>
      ) : null}
      <Button onClick={onClose}>{text('chats.message.cancel')}</Button>
    </div>
  )
}

/** The language of the newest message; a short one is in that of the conversation. */
function useSpokenLanguage(): Locale {
  const usual = useConversationLanguage()
  const { chat } = useConversation()
  const { ids } = useChatSnapshot(chat)
  const newest = ids.at(-1)
  return spokenLanguage((newest === undefined ? undefined : chat.message(newest))?.text ?? '', usual)
}
