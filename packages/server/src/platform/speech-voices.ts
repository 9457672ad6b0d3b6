import { z } from 'zod'

/** SPEECH_VOICES: names of an endpoint’s voices, each with the kind of character that it suits. */
export const speechVoicesSetting = z
  .string()
  .regex(
    /^\s*[\w.-]+(:(female|male|other))?\s*(,\s*[\w.-]+(:(female|male|other))?\s*)*$/,
    'must be names of voices with commas between them, each with :female, :male or :other behind it',
  )
  .default('nova:female,shimmer:female,coral:female,sage:female,onyx:male,echo:male,ash:male,alloy,fable')

/** `nova:female, onyx:male, alloy`: a voice without a kind suits characters that are neither. */
export function parseSpeechVoices(list: string): Record<'female' | 'male' | 'other', string[]> {
  const kinds = { female: [] as string[], male: [] as string[], other: [] as string[] }
  for (const entry of list.split(',')) {
    const [name = '', kind] = entry.trim().split(':')
    kinds[kind === 'female' || kind === 'male' ? kind : 'other'].push(name)
  }
  return kinds
}
