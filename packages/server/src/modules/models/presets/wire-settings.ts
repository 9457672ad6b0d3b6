import type { ApiBody } from '@everkin/contract/api-types.ts'
import type { PresetSettings } from './preset.ts'

/** The settings of a preset as on the wire, which is also the form of Everkin's own files. */
export type WireSettings = Omit<ApiBody<'POST /api/preset/save'>, 'id' | 'name'>

export function settingsView({ samplers, ...settings }: PresetSettings): WireSettings {
  return {
    samplers: {
      temperature: samplers.temperature,
      top_p: samplers.topP,
      top_k: samplers.topK,
      min_p: samplers.minP,
      repetition_penalty: samplers.repetitionPenalty,
      frequency_penalty: samplers.frequencyPenalty,
      presence_penalty: samplers.presencePenalty,
      seed: samplers.seed,
    },
    stop: [...settings.stop],
    max_reply_tokens: settings.maxReplyTokens,
    context_tokens: settings.contextTokens,
    reasoning: settings.effort,
  }
}

export function settingsOf({ samplers, ...settings }: WireSettings): PresetSettings {
  return {
    samplers: {
      temperature: samplers.temperature,
      topP: samplers.top_p,
      topK: samplers.top_k,
      minP: samplers.min_p,
      repetitionPenalty: samplers.repetition_penalty,
      frequencyPenalty: samplers.frequency_penalty,
      presencePenalty: samplers.presence_penalty,
      seed: samplers.seed,
    },
    stop: settings.stop,
    maxReplyTokens: settings.max_reply_tokens,
    contextTokens: settings.context_tokens,
    effort: settings.reasoning,
  }
}
