import type { Locale } from '@everkin/contract/locales.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { deviceSettings } from '../../../lib/device-settings.ts'
import { ownVoiceFor, say, stopSaying, watchVoices } from '../../../lib/own-voices.ts'
import { Icon } from '../../../ui/icon.tsx'
import { stopListening } from './listening.ts'

interface DeviceVoiceProps {
  words: string
  language: Locale
  /** Why the character's own voice does not speak; '' where the listener wants it so. */
  reason: string
}

/** Browsers find their voices late; after this there are none. */
const FIND_WITHIN_MS = 1_500

/** Reads a message with the device's own voice; where there is none for its language, says so. */
export function DeviceVoice({ words, language, reason }: DeviceVoiceProps) {
  const text = useText()
  const [hasNone, setHasNone] = useState(false)
  useEffect(() => {
    let isSaying = false
    const leave = watchVoices((voices) => {
      const voice = ownVoiceFor(voices, language)
      if (!voice || isSaying) return
      isSaying = true
      setHasNone(false)
      say(words, voice, deviceSettings().speed, () => stopListening())
    })
    const late = setTimeout(() => setHasNone(!isSaying), FIND_WITHIN_MS)
    return () => {
      clearTimeout(late)
      leave()
      // What ends here did not come to its end by itself.
      isSaying = true
      stopSaying()
    }
  }, [words, language])
  return (
    <p className="voice-words" role="status">
      <Icon name={hasNone ? 'warning-circle' : 'speaker-high'} size="small" />
      {hasNone ? reason || text('errors.noVoice') : text('voice.player.byDevice')}
    </p>
  )
}
