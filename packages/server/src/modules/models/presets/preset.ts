import type { BuiltInPresetId } from '@everkin/contract/built-in-presets.ts'
import type { ReasoningEffort, Samplers } from '../text-model.ts'

/** How replies are asked for. */
export interface PresetSettings {
  samplers: Samplers
  /** A reply ends before the first of these, beside those that the prompt needs. */
  stop: readonly string[]
  /** Null: the usual length. */
  maxReplyTokens: number | null
  /** Uses no more of the model's context than this. Null: all of it. */
  contextTokens: number | null
  /** Null: as the model does by itself. */
  effort: ReasoningEffort | null
}

/** A person's own preset. */
export interface OwnPreset extends PresetSettings {
  id: string
  name: string
  createdAt: Date
}

const NO_SAMPLERS: Samplers = {
  temperature: null,
  topP: null,
  topK: null,
  minP: null,
  repetitionPenalty: null,
  frequencyPenalty: null,
  presencePenalty: null,
  seed: null,
}

/** For a chat without a preset. It sends no samplers, so the defaults of the model's server apply. */
export const NO_PRESET: PresetSettings = {
  samplers: NO_SAMPLERS,
  stop: [],
  maxReplyTokens: null,
  contextTokens: null,
  effort: null,
}

const preset = (samplers: Partial<Samplers>, maxReplyTokens: number | null = null): PresetSettings => ({
  ...NO_PRESET,
  samplers: { ...NO_SAMPLERS, ...samplers },
  maxReplyTokens,
})

/**
 * The presets that everyone has, by id. A high temperature comes with limits on unlikely words, so that the text stays
 * readable: `minP` on local servers, `topP` elsewhere. Names are texts: `presets.builtIn.<id>`.
 */
export const BUILT_IN_PRESETS = {
  balanced: preset({ temperature: 0.8, minP: 0.05, repetitionPenalty: 1.05 }),
  precise: preset({ temperature: 0.4, topP: 0.9, minP: 0.05 }),
  creative: preset({ temperature: 1, topP: 0.97, minP: 0.05, repetitionPenalty: 1.05, presencePenalty: 0.2 }),
  wild: preset({
    temperature: 1.3,
    topP: 0.95,
    minP: 0.08,
    repetitionPenalty: 1.08,
    frequencyPenalty: 0.2,
    presencePenalty: 0.4,
  }),
  long: preset({ temperature: 0.8, minP: 0.05, repetitionPenalty: 1.05 }, 1_600),
} as const satisfies Record<BuiltInPresetId, PresetSettings>
