import type { ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { toObject } from '../../lib/coerce.ts'
import { Select } from '../../ui/form/form-controls.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { FieldPlace } from './field.tsx'
import { VoiceSample, type VoiceSampleProps } from './voice-sample.tsx'

const SOUNDS = ['own', 'female', 'male'] as const
const PITCHES = { low: 0.85, usual: null, high: 1.2 } as const
const RATES = { slow: 0.85, usual: null, fast: 1.15 } as const

interface VoiceFieldProps extends VoiceSampleProps {
  onChange: (voice: unknown) => void
  /** Whether the server can synthesise speech. */
  hasServerVoice: boolean
}

/** Chooses how a character sounds when read aloud. Settings made by another program are preserved. */
export function VoiceField({ onChange, hasServerVoice, ...sample }: VoiceFieldProps) {
  const { voice } = sample
  const text = useText()
  const fields = toObject(voice)
  const sound = SOUNDS.find((known) => known === fields.gender) ?? 'own'

  const name = typeof voice === 'string' ? voice : String(fields.name ?? '')

  function set(name: 'gender' | 'pitch' | 'rate' | 'name', value: string | number | null): void {
    const { [name]: _, ...others } = typeof voice === 'string' ? { name: voice } : fields
    const next = value === null ? others : { ...others, [name]: value }
    onChange(Object.keys(next).length > 0 ? next : null)
  }

  return (
    <FieldPlace path="voice">
      <div className="stack">
        <RadioTiles
          label={text('card-editor.voice.title')}
          value={sound}
          onChange={(value) => set('gender', value === 'own' ? null : value)}
          options={SOUNDS.map((value) => ({ value, label: text(`card-editor.voice.sounds.${value}`) }))}
        />
        <div className="editor-two">
          <RadioTiles
            label={text('card-editor.voice.pitch')}
            value={nearest(PITCHES, fields.pitch)}
            onChange={(value) => set('pitch', PITCHES[value])}
            options={(['low', 'usual', 'high'] as const).map((value) => ({
              value,
              label: text(`card-editor.voice.pitches.${value}`),
            }))}
          />
          <RadioTiles
            label={text('card-editor.voice.rate')}
            value={nearest(RATES, fields.rate)}
            onChange={(value) => set('rate', RATES[value])}
            options={(['slow', 'usual', 'fast'] as const).map((value) => ({
              value,
              label: text(`card-editor.voice.rates.${value}`),
            }))}
          />
        </div>
        {hasServerVoice ? (
          <>
            <VoiceName name={name} onChange={(chosen) => set('name', chosen)} />
            <VoiceSample {...sample} />
          </>
        ) : null}
      </div>
    </FieldPlace>
  )
}

/** The server's voices by name; a name that it does not have is kept. The built-in voice says what it is. */
function VoiceName({ name, onChange }: { name: string; onChange: (name: string | null) => void }) {
  const text = useText()
  const [voices, setVoices] = useState<ApiData<'GET /api/chat/voices'> | null>(null)
  useEffect(() => {
    let isGone = false
    callApi('GET /api/chat/voices', {}).then(
      (found) => isGone || setVoices(found),
      () => undefined, // the character keeps the voice that it has
    )
    return () => {
      isGone = true
    }
  }, [])
  if (voices?.kind === 'built_in') return <p className="small muted">{text('card-editor.voice.builtIn')}</p>
  if (!voices || voices.names.length === 0) return null
  const names = name === '' || voices.names.includes(name) ? voices.names : [name, ...voices.names]
  return (
    <label className="field">
      <span className="editor-label">{text('card-editor.voice.name')}</span>
      <Select className="input" value={name} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{text('card-editor.voice.suited')}</option>
        {names.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
    </label>
  )
}

/** The choice nearest to a number; the default if there is no number. */
function nearest<Name extends string>(choices: Record<Name, number | null>, value: unknown): Name {
  const wanted = typeof value === 'number' ? value : 1
  const names = Object.keys(choices) as Name[] // keys of the record itself
  const distance = (name: Name) => Math.abs((choices[name] ?? 1) - wanted)
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best))
}
