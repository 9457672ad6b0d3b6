import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { detectLanguage } from '@everkin/contract/speakable-text.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { deviceSettings, setDeviceSettings } from '../../../lib/device-settings.ts'
import { type DictationError, type DictationSession, startDictation } from '../../../lib/dictation.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import './dictation.css'

interface DictationProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Inserts recognised speech into the field. */
  onHeard: (words: string) => void
  onClose: () => void
}

/** Dictates into the field with the browser's speech recognition; says once beforehand where speech may be sent. */
export function Dictation({ field, onHeard, onClose }: DictationProps) {
  const text = useText()
  const [isInformed, setInformed] = useState(() => deviceSettings().knowsDictation)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    field.current?.focus()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="dictation" role="group" aria-label={text('speech.input.start')} onKeyDown={onKeyDown}>
      {isInformed ? (
        <ActiveDictation onHeard={onHeard} onClose={onClose} />
      ) : (
        <>
          <p role="status">{text('speech.input.note')}</p>
          <div className="dictation-choice">
            <Button
              look="primary"
              onClick={() => {
                setDeviceSettings({ knowsDictation: true })
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

function ActiveDictation({ onHeard, onClose }: Pick<DictationProps, 'onHeard' | 'onClose'>) {
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

/** The language of the conversation, detected from its newest message. */
function useSpokenLanguage(): Locale {
  const locale = useLocale()
  const { chat } = useConversation()
  const { ids } = useChatSnapshot(chat)
  const newest = ids.at(-1)
  return detectLanguage((newest === undefined ? undefined : chat.message(newest))?.text ?? '', locale)
}
