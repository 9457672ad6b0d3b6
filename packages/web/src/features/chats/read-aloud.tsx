import { languageOfWords, spokenWords } from '@everkin/contract/spoken-words.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { deviceSettings } from '../../lib/device-settings.ts'
import { ownVoiceFor, say, stopSaying, watchVoices } from '../../lib/own-voices.ts'
import { Icon } from '../../ui/icon.tsx'
import { useChatSnapshot, useConversation } from './conversation-context.ts'
import './styles/read-aloud.css'

/**
 * Reads a reply aloud when it is finished, with the device's own voices, and shows a way to stop while it does. Typing,
 * another reply and leaving stop it too.
 */
export function ReadAloud({ words }: { words: string }) {
  const { chat } = useConversation()
  const { streamingId } = useChatSnapshot(chat)
  const text = useText()
  const locale = useLocale()
  const voices = useRef<SpeechSynthesisVoice[]>([])
  const written = useRef<string | null>(null)
  const [isReading, setIsReading] = useState(false)

  useEffect(() => watchVoices((found) => (voices.current = found)), [])

  useEffect(() => {
    if (streamingId !== null) {
      written.current = streamingId
      stopSaying()
      return
    }
    const message = written.current === null ? undefined : chat.message(written.current)
    written.current = null
    if (message?.status !== 'complete' || document.hidden) return
    const spoken = spokenWords(message.text)
    const voice = ownVoiceFor(voices.current, languageOfWords(spoken, locale))
    if (spoken === '' || !voice) return
    setIsReading(true)
    say(spoken, voice, deviceSettings().speed, () => setIsReading(false))
  }, [streamingId, chat, locale])

  useEffect(() => {
    if (words !== '') stopSaying()
  }, [words])

  useEffect(() => {
    const stopWhenHidden = () => document.hidden && stopSaying()
    document.addEventListener('visibilitychange', stopWhenHidden)
    window.addEventListener('pagehide', stopSaying)
    return () => {
      document.removeEventListener('visibilitychange', stopWhenHidden)
      window.removeEventListener('pagehide', stopSaying)
      stopSaying()
    }
  }, [])

  if (!isReading) return null
  return (
    <button type="button" className="read-aloud" onClick={stopSaying}>
      <Icon name="speaker-high" size="small" />
      {text('chats.aloud.stop')}
    </button>
  )
}
