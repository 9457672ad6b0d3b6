import { useEffect, useRef, useState } from 'react'
import { openAudioStream } from '../../api/audio-stream.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { looseOf } from './coerce.ts'

export interface VoiceSampleProps {
  voice: unknown
  gender: 'male' | 'female' | 'other'
  language: string
  /** The card that is changed; null for a new one. */
  cardId: string | null
}

/** How it will sound: a few words by the server's own voice. */
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
      const stream = await openAudioStream(`/api/chat/voiceSample?${queryOf(props)}`, ending.signal)
      const blob = await new Response(stream, { headers: { 'content-type': 'audio/mpeg' } }).blob()
      if (ending.signal.aborted) return
      sound.src = URL.createObjectURL(blob)
      sound.onended = () => end.current()
      await sound.play()
    } catch (error) {
      if (ending.signal.aborted) return
      end.current()
      setFailure(error instanceof Error && error.message ? error.message : text('errors.voiceFailed'))
    }
  }

  return (
    <div className="making-row">
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

function queryOf({ voice, gender, language, cardId }: VoiceSampleProps): string {
  const fields = typeof voice === 'string' ? { name: voice } : looseOf(voice)
  const query = new URLSearchParams({ language, gender })
  if (cardId !== null) query.set('card_id', cardId)
  if (fields.gender === 'female' || fields.gender === 'male') query.set('sounds', fields.gender)
  for (const name of ['pitch', 'rate', 'name'] as const) {
    const value = fields[name]
    if (typeof value === 'number' || typeof value === 'string') query.set(name, String(value))
  }
  return query.toString()
}
