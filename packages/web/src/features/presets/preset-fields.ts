import type { ApiBody } from '@everkin/contract/api-types.ts'
import { SAMPLER_LIMITS } from '@everkin/contract/preset-limits.ts'

export type PresetInput = ApiBody<'POST /api/preset/save'>
type NumberField = keyof typeof SAMPLER_LIMITS

/** How a number of a preset is entered. */
export interface PresetField {
  field: NumberField
  min: number
  max: number
  step: number
  /** The range of the slider, where values beyond it are rare; null: no slider. */
  slider: { min: number; max: number; step: number } | null
}

const numbers = (field: NumberField, step: number, slider: PresetField['slider'] = null): PresetField => {
  const { min, max } = SAMPLER_LIMITS[field]
  return { field, min, max, step, slider }
}

/** What most people change, and what is in the section that opens. */
export const MAIN_FIELDS: readonly PresetField[] = [
  numbers('temperature', 0.01, { min: 0, max: 2, step: 0.05 }),
  numbers('max_reply_tokens', 1),
  numbers('context_tokens', 1),
]
export const MORE_FIELDS: readonly PresetField[] = [
  numbers('top_p', 0.01, { min: 0, max: 1, step: 0.01 }),
  numbers('top_k', 1),
  numbers('min_p', 0.001, { min: 0, max: 0.5, step: 0.01 }),
  numbers('repetition_penalty', 0.01, { min: 1, max: 1.5, step: 0.01 }),
  numbers('frequency_penalty', 0.01, { min: -2, max: 2, step: 0.05 }),
  numbers('presence_penalty', 0.01, { min: -2, max: 2, step: 0.05 }),
  numbers('seed', 1),
]

export const EMPTY_PRESET: PresetInput = {
  name: '',
  samplers: {
    temperature: null,
    top_p: null,
    top_k: null,
    min_p: null,
    repetition_penalty: null,
    frequency_penalty: null,
    presence_penalty: null,
    seed: null,
  },
  stop: [],
  max_reply_tokens: null,
  context_tokens: null,
  reasoning: null,
}

export function readNumber(preset: PresetInput, field: NumberField): number | null {
  if (field === 'max_reply_tokens' || field === 'context_tokens') return preset[field]
  return preset.samplers[field]
}

export function withNumber(preset: PresetInput, field: NumberField, value: number | null): PresetInput {
  if (field === 'max_reply_tokens' || field === 'context_tokens') return { ...preset, [field]: value }
  return { ...preset, samplers: { ...preset.samplers, [field]: value } }
}
