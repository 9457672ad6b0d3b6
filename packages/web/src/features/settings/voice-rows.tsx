import { LOCALES } from '@everkin/contract/locales.ts'
import { useEffect, useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { SPEEDS, setDeviceSettings, useDeviceSettings } from '../../lib/device-settings.ts'
import { findDeviceVoice, speak, stopSpeaking, watchVoices } from '../../lib/device-speech.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row, SwitchRow } from './rows.tsx'

/** The server's voices for characters; null where it has none. */
type Speech = { on_this_machine: boolean } | null

/** Settings for reading replies aloud: on or off, the voice and its speed, and which voices exist. */
export function VoiceRows({ speech }: { speech: Speech }) {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const { readAloud, speed, voiceFrom } = useDeviceSettings()
  const voices = useOwnVoices()
  const voice = voices && findDeviceVoice(voices, locale)
  const isOwn = speech === null || voiceFrom === 'device'
  const hasNone = isOwn && voices?.length === 0
  const ownHint = useOwnHint(voices, voice)

  useEffect(() => stopSpeaking, [])

  const options = SPEEDS.map((value) => {
    const name = `${format.number(value)}×`
    return { value, name, shown: <bdi aria-hidden="true">{name}</bdi> }
  })
  return (
    <>
      <SwitchRow
        label={text('settings.voice.read')}
        hint={isOwn ? ownHint : text(speech.on_this_machine ? 'speech.settings.hintHere' : 'speech.settings.hintSent')}
        on={readAloud && !hasNone}
        disabled={hasNone}
        onChange={(on) => setDeviceSettings({ readAloud: on })}
      />
      {speech ? (
        <Row label={text('speech.settings.from')} wide>
          <Choice
            label={text('speech.settings.from')}
            className="set-segments"
            options={(['character', 'device'] as const).map((value) => {
              const name = text(`speech.settings.${value}`)
              return { value, name, shown: <span aria-hidden="true">{name}</span> }
            })}
            value={voiceFrom}
            onChange={(value) => setDeviceSettings({ voiceFrom: value })}
          />
        </Row>
      ) : null}
      {(voice || speech) && readAloud ? (
        <Row label={text('settings.voice.speed')} wide>
          <div className="set-size">
            <Choice
              label={text('settings.voice.speed')}
              className="set-segments"
              options={options}
              value={speed}
              onChange={(value) => setDeviceSettings({ speed: value })}
            />
            {voice && isOwn ? <Sample voice={voice} speed={speed} /> : null}
          </div>
        </Row>
      ) : null}
    </>
  )
}

/** A hint about the device's own voices, or that there are none for this language. */
function useOwnHint(voices: SpeechSynthesisVoice[] | null, voice: SpeechSynthesisVoice | null): string {
  const text = useText()
  const locale = useLocale()
  if (voices?.length === 0) return text('settings.voice.none')
  if (voices && !voice) return text('settings.voice.noneFor', { language: LOCALES[locale].name })
  return text('settings.voice.hint')
}

function Sample({ voice, speed }: { voice: SpeechSynthesisVoice; speed: number }) {
  const text = useText()
  const [isReading, setIsReading] = useState(false)
  return (
    <Button
      onClick={() => {
        if (isReading) return stopSpeaking()
        setIsReading(true)
        // The sample of the text size, without its stage direction.
        speak(text('settings.sample').replace(/\*[^*]*\*/g, ''), voice, speed, () => setIsReading(false))
      }}
    >
      <Icon name={isReading ? 'stop' : 'speaker-high'} size="small" />
      {text(isReading ? 'chats.aloud.stop' : 'settings.voice.sample')}
    </Button>
  )
}

/** The device's voices; null until the browser has listed them. */
function useOwnVoices(): SpeechSynthesisVoice[] | null {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[] | null>(null)
  useEffect(() => {
    const stop = watchVoices((found) => setVoices(found.filter((voice) => voice.localService)))
    return stop
  }, [])
  return voices
}
