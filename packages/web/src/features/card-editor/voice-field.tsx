import { useText } from '../../i18n/use-text.ts'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { looseOf } from './coerce.ts'
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
  const fields = looseOf(voice)
  const sound = SOUNDS.find((known) => known === fields.gender) ?? 'own'

  function set(name: 'gender' | 'pitch' | 'rate', value: string | number | null): void {
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
        <div className="making-two">
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
        {hasServerVoice ? <VoiceSample {...sample} /> : null}
      </div>
    </FieldPlace>
  )
}

/** The choice nearest to a number; the default if there is no number. */
function nearest<Name extends string>(choices: Record<Name, number | null>, value: unknown): Name {
  const wanted = typeof value === 'number' ? value : 1
  const names = Object.keys(choices) as Name[] // keys of the record itself
  const distance = (name: Name) => Math.abs((choices[name] ?? 1) - wanted)
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best))
}
