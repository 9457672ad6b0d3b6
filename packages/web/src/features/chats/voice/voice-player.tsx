import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { finishedSentences, speakableText, spokenLanguage } from '@everkin/contract/speakable-text.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { deviceSettings, SPEEDS, setDeviceSettings, useDeviceSettings } from '../../../lib/device-settings.ts'
import { findDeviceVoice, speak, stopSpeaking, watchVoices } from '../../../lib/device-speech.ts'
import { useStore } from '../../../lib/store.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { useConversationLanguage } from '../context/use-conversation-language.ts'
import { useMessage, useStreamingText } from '../messages/use-message.ts'
import { stopPlayback } from './now-playing.ts'
import { PEAK_COUNT, type PlaybackState, VoicePlayback } from './voice-playback.ts'
import './voice-player.css'

interface DeviceVoiceProps {
  words: string
  /** False while more words may follow. */
  isWhole: boolean
  language: Locale
  /** Why the character's voice is not used; '' if the listener has chosen the device's voice. */
  reason: string
}

/** Browsers load their voices late; after this long, the device counts as having none. */
const VOICE_LOOKUP_TIMEOUT_MS = 1_500

/** Reads a message with the device's voice, also while it grows; says so if there is none for its language. */
export function DeviceVoice({ words, isWhole, language, reason }: DeviceVoiceProps) {
  const text = useText()
  const [hasNone, setHasNone] = useState(false)
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null)
  const [pauses, setPauses] = useState(0)
  const said = useRef('')
  const isSaying = useRef(false)

  useEffect(() => {
    let hasVoice = false
    const leave = watchVoices((voices) => {
      const found = findDeviceVoice(voices, language)
      if (!found || hasVoice) return
      hasVoice = true
      setHasNone(false)
      setVoice(found)
    })
    const late = setTimeout(() => setHasNone(!hasVoice), VOICE_LOOKUP_TIMEOUT_MS)
    return () => {
      clearTimeout(late)
      leave()
    }
  }, [language])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `pauses` says that the device has said what it had
  useEffect(() => {
    if (!voice || isSaying.current) return
    const more = words.startsWith(said.current) ? words.slice(said.current.length) : ''
    if (more.trim() === '') {
      if (isWhole) stopPlayback()
      return
    }
    said.current = words
    isSaying.current = true
    speak(more, voice, deviceSettings().speed, () => {
      isSaying.current = false
      setPauses((count) => count + 1)
    })
  }, [voice, words, isWhole, pauses])

  useEffect(
    () => () => {
      // Stopped here, so it must not count as finished.
      isSaying.current = true
      stopSpeaking()
    },
    [],
  )
  return (
    <p className="voice-words" role="status">
      <Icon name={hasNone ? 'warning-circle' : 'speaker-high'} size="small" />
      {hasNone ? reason || text('errors.noVoice') : text('speech.player.byDevice')}
    </p>
  )
}

interface VoicePlayerProps {
  messageId: string
}

/** Plays a message in its character's voice as soon as it is rendered. */
export function VoicePlayer({ messageId }: VoicePlayerProps) {
  const text = useText()
  const [playback, setPlayback] = useState<VoicePlayback | null>(null)
  const [reason, setReason] = useState<string | null>(() => (deviceSettings().voiceFrom === 'device' ? '' : null))

  useEffect(() => {
    if (reason !== null) return
    const started = new VoicePlayback(messageId, deviceSettings().speed)
    const leave = started.state.subscribe(() => {
      const { phase, error } = started.state.get()
      if (phase === 'failed') setReason(errorMessage(error, text, 'errors.voiceFailed'))
    })
    setPlayback(started)
    started.start()
    return () => {
      leave()
      started.end()
    }
  }, [messageId, reason, text])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="voice" role="group" aria-label={text('speech.player.group')}>
      {reason !== null ? (
        <MessageByDevice messageId={messageId} reason={reason} />
      ) : playback ? (
        <Controls playback={playback} />
      ) : null}
      <IconButton icon="x" label={text('speech.player.close')} onClick={() => stopPlayback()} />
    </div>
  )
}

/** What the message says so far, for the device's voice. */
function MessageByDevice({ messageId, reason }: { messageId: string; reason: string }) {
  const usual = useConversationLanguage()
  const { chat } = useConversation()
  const isWhole = useMessage(chat, messageId)?.status !== 'streaming'
  const markdown = useStreamingText(chat, messageId)
  const words = speakableText(isWhole ? markdown : finishedSentences(markdown))
  return <DeviceVoice words={words} isWhole={isWhole} language={spokenLanguage(words, usual)} reason={reason} />
}

function Controls({ playback }: { playback: VoicePlayback }) {
  const text = useText()
  const format = useFormat()
  const { speed } = useDeviceSettings()
  const state = useStore(playback.state)
  const isPlaying = state.phase === 'playing'
  useEffect(() => playback.setSpeed(speed), [playback, speed])
  const nextSpeed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
  return (
    <>
      <button
        type="button"
        className="voice-play"
        aria-label={text(isPlaying ? 'speech.player.pause' : 'speech.player.play')}
        disabled={state.phase === 'coming' && state.loadedSeconds === 0}
        onClick={() => playback.toggle()}
      >
        <Icon name={isPlaying ? 'pause-fill' : 'play-fill'} size="small" />
      </button>
      <div className="voice-middle">
        <SeekBar playback={playback} state={state} />
        <PlaybackTime state={state} />
      </div>
      <button
        type="button"
        className="voice-speed figures"
        aria-label={text('speech.player.speed', { speed: `${format.number(speed)}×` })}
        onClick={() => setDeviceSettings({ speed: nextSpeed })}
      >
        {format.number(speed)}×
      </button>
    </>
  )
}

const STEP_SECONDS = 5

function SeekBar({ playback, state }: { playback: VoicePlayback; state: PlaybackState }) {
  const text = useText()
  const clock = useTimecode()
  const share = state.loadedSeconds > 0 ? Math.min(1, state.time / state.loadedSeconds) : 0
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    playback.seek(state.time + step * STEP_SECONDS)
  }
  return (
    <div className="voice-seek">
      {state.peaks ? (
        <svg viewBox={`0 0 ${PEAK_COUNT * 5} 24`} preserveAspectRatio="none" aria-hidden="true">
          {state.peaks.map((peak, at) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars are never reordered
              key={at}
              className={at / PEAK_COUNT < share ? 'is-heard' : undefined}
              x={at * 5}
              y={12 - peak * 11}
              width={3}
              height={peak * 22}
              rx={1.5}
            />
          ))}
        </svg>
      ) : (
        <span className="voice-line" aria-hidden="true">
          <i style={{ inlineSize: `${share * 100}%` }} />
        </span>
      )}
      {/* biome-ignore lint/correctness/noRestrictedElements: a playback position, rendered only during playback */}
      <input
        type="range"
        min={0}
        max={Math.max(0.1, state.loadedSeconds)}
        step={0.1}
        value={Math.min(state.time, state.loadedSeconds)}
        disabled={state.loadedSeconds === 0}
        aria-label={text('speech.player.seek')}
        aria-valuetext={text('speech.player.at', { time: clock(state.time), total: clock(state.loadedSeconds) })}
        onChange={(event) => playback.seek(Number(event.target.value))}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

function PlaybackTime({ state }: { state: PlaybackState }) {
  const text = useText()
  const clock = useTimecode()
  return (
    <p className="voice-times">
      <span>{text('speech.player.ai')}</span>
      {state.phase === 'coming' && state.loadedSeconds === 0 ? (
        <span className="visually-hidden" role="status">
          {text('speech.player.coming')}
        </span>
      ) : (
        <span className="figures">{clock(state.time)}</span>
      )}
    </p>
  )
}

/** Minutes and seconds as on a clock, in the reader's digits. */
function useTimecode(): (seconds: number) => string {
  const { intl } = LOCALES[useLocale()]
  const figures = (value: number, digits: number) =>
    new Intl.NumberFormat(intl, { minimumIntegerDigits: digits, useGrouping: false }).format(value)
  return (seconds) => `${figures(Math.floor(seconds / 60), 1)}:${figures(Math.floor(seconds) % 60, 2)}`
}
