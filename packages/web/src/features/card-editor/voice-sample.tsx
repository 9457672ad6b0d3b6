import type { ApiQuery } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { streamFile } from '../../api/download.ts'
import { useText } from '../../i18n/use-text.ts'
import { toObject } from '../../lib/coerce.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const AUDIO_TYPE = 'audio/mpeg'

export interface VoiceSampleProps {
  voice: unknown
  gender: 'male' | 'female' | 'other'
  language: Locale
  /** The card that is being edited; null for a new one. */
  cardId: string | null
}

/** Plays a few words in the chosen voice, synthesised by the server. */
export function VoiceSample(props: VoiceSampleProps) {
  const text = useText()
  const [isPlaying, setIsPlaying] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])

  async function play(): Promise<void> {
    const ending = new AbortController()
    const sound = new Audio()
    end.current = () => {
      ending.abort()
      sound.pause()
      URL.revokeObjectURL(sound.src)
      setIsPlaying(false)
    }
    setFailure(null)
    setIsPlaying(true)
    try {
      const stream = await streamFile('GET /api/chat/voiceSample', AUDIO_TYPE, {
        query: queryOf(props),
        signal: ending.signal,
      })
      const blob = await new Response(stream, { headers: { 'content-type': AUDIO_TYPE } }).blob()
      if (ending.signal.aborted) return
      sound.src = URL.createObjectURL(blob)
      sound.onended = () => end.current()
      await sound.play()
    } catch (error) {
      if (ending.signal.aborted) return
      end.current()
      setFailure(errorMessage(error, text, 'errors.voiceFailed'))
    }
  }

  return (
    <div className="editor-row">
      <Button size="small" onClick={() => (isPlaying ? end.current() : void play())}>
        <Icon name={isPlaying ? 'stop' : 'speaker-high'} size="small" />
        {text(isPlaying ? 'card-editor.wish.stop' : 'settings.voice.sample')}
      </Button>
      {failure ? (
        <span className="field-error" role="alert">
          {failure}
        </span>
      ) : null}
    </div>
  )
}

function queryOf({ voice, gender, language, cardId }: VoiceSampleProps): ApiQuery<'GET /api/chat/voiceSample'> {
  const { gender: sounds, pitch, rate, name } = typeof voice === 'string' ? { name: voice } : toObject(voice)
  return {
    language,
    gender,
    card_id: cardId ?? undefined,
    sounds: sounds === 'female' || sounds === 'male' ? sounds : undefined,
    pitch: isPlain(pitch) ? pitch : undefined,
    rate: isPlain(rate) ? rate : undefined,
    name: isPlain(name) ? String(name) : undefined,
  }
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
