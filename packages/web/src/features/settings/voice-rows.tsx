import { LOCALES } from '@everkin/contract/locales.ts'
import { useEffect, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { SPEEDS, setDeviceSettings, useDeviceSettings } from '../../lib/device-settings.ts'
import { ownVoiceFor, say, stopSaying, watchVoices } from '../../lib/own-voices.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Choice, Row, SwitchRow } from './rows.tsx'

/** Reading replies aloud: on or off, how fast, and what this browser can do at all. */
export function VoiceRows() {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const { readAloud, speed } = useDeviceSettings()
  const voices = useOwnVoices()
  const voice = voices && ownVoiceFor(voices, locale)
  const hasNone = voices?.length === 0

  useEffect(() => stopSaying, [])

  const options = SPEEDS.map((value) => {
    const name = `${format.number(value)}×`
    return { value, name, shown: <bdi aria-hidden="true">{name}</bdi> }
  })
  return (
    <>
      <SwitchRow
        label={text('settings.voice.read')}
        hint={
          hasNone
            ? text('settings.voice.none')
            : voices && !voice
              ? text('settings.voice.noneFor', { language: LOCALES[locale].name })
              : text('settings.voice.hint')
        }
        on={readAloud && !hasNone}
        disabled={hasNone}
        onChange={(on) => setDeviceSettings({ readAloud: on })}
      />
      {voice && readAloud ? (
        <Row label={text('settings.voice.speed')} wide>
          <div className="set-size">
            <Choice
              label={text('settings.voice.speed')}
              className="set-segments"
              options={options}
              value={speed}
              onChange={(value) => setDeviceSettings({ speed: value })}
            />
            <Sample voice={voice} speed={speed} />
          </div>
        </Row>
      ) : null}
    </>
  )
}

function Sample({ voice, speed }: { voice: SpeechSynthesisVoice; speed: number }) {
  const text = useText()
  const [isReading, setIsReading] = useState(false)
  return (
    <Button
      onClick={() => {
        if (isReading) return stopSaying()
        setIsReading(true)
        // The sample of the text size, without its stage direction.
        say(text('settings.sample').replace(/\*[^*]*\*/g, ''), voice, speed, () => setIsReading(false))
      }}
    >
      <Icon name={isReading ? 'stop' : 'speaker-high'} size="small" />
      {text(isReading ? 'chats.aloud.stop' : 'settings.voice.sample')}
    </Button>
  )
}

/** The device's voices; null until the browser has said which there are. */
function useOwnVoices(): SpeechSynthesisVoice[] | null {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[] | null>(null)
  useEffect(() => {
    const stop = watchVoices((found) => setVoices(found.filter((voice) => voice.localService)))
    return stop
  }, [])
  return voices
}
