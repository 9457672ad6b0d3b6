import type { TextModel, TextModelRequest } from '../../../modules/models/module.ts'
import { DEFAULT_LIMITS } from '../endpoint/limits.ts'
import { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { createNativeModel, type NativeModelSettings, type NativeProtocol } from './native-model.ts'
import { toNativePrompt } from './native-prompt.ts'

const DEFAULT_URL = 'https://generativelanguage.googleapis.com/v1beta'
const MAX_STOP_STRINGS = 5
/** Models that think unless told otherwise. Of these, 2.5 takes a budget in tokens, later ones a level. */
const THINKS = /gemini-(?:2\.5|[3-9]|\d\d)/
const TAKES_BUDGET = /gemini-2\.5/

/** How a rejection names what was sent. */
const PATTERNS = {
  temperature: /\btemperature\b/i,
  topP: /\btop_?p\b/i,
  topK: /\btop_?k\b/i,
  frequencyPenalty: /penalty/i,
  presencePenalty: /penalty/i,
  seed: /\bseed\b/i,
  stopSequences: /stop_?sequences?/i,
  reasoning: /thinking|budget/i,
  providerOptions: /thinking|thought|budget/i,
}

/**
 * A Gemini model through Google’s own API, which caches prompts by itself. Min-p and the repetition penalty do not exist
 * there and are not sent.
 */
export function createGoogleModel(settings: NativeModelSettings): TextModel {
  return createNativeModel(settings, {
    kind: 'google',
    profile: new ReasoningProfile(settings.name, { reasons: THINKS.test(settings.name) }),
    defaultUrl: DEFAULT_URL,
    load: (baseURL) => loadProtocol(settings, baseURL),
  })
}

async function loadProtocol({ name, apiKey, limits }: NativeModelSettings, baseURL: string): Promise<NativeProtocol> {
  const { createGoogle } = await import('@ai-sdk/google')
  const allowance = limits?.reasoningTokens ?? DEFAULT_LIMITS.reasoningTokens
  const thinks = THINKS.test(name)

  function thinkingOptions({ effort }: TextModelRequest) {
    const includeThoughts = effort !== 'off'
    if (!effort || !TAKES_BUDGET.test(name)) return thinks && includeThoughts ? { includeThoughts } : undefined
    return { thinkingBudget: Math.floor(allowance * BUDGET_SHARE[effort]), includeThoughts }
  }

  return {
    patterns: PATTERNS,
    // An empty key keeps the SDK from reading one out of the environment.
    connect: (fetch) => createGoogle({ baseURL, apiKey: apiKey ?? '', fetch }).languageModel(name),
    prepare: (request, reasoningTokens) => ({
      prompt: toNativePrompt(request.messages, new Set()),
      maxOutputTokens: request.maxReplyTokens + reasoningTokens,
    }),
    optional(request) {
      const { samplers, stop, effort } = request
      const thinkingConfig = thinkingOptions(request)
      return {
        temperature: samplers?.temperature ?? undefined,
        topP: samplers?.topP ?? undefined,
        topK: samplers?.topK ?? undefined,
        frequencyPenalty: samplers?.frequencyPenalty ?? undefined,
        presencePenalty: samplers?.presencePenalty ?? undefined,
        seed: samplers?.seed ?? undefined,
        // A name in the thoughts would end the reply; we enforce stop strings in any case.
        stopSequences: stop.length > 0 && !thinks ? stop.slice(0, MAX_STOP_STRINGS) : undefined,
        reasoning: effort && thinks && !TAKES_BUDGET.test(name) ? SDK_EFFORT[effort] : undefined,
        providerOptions: thinkingConfig ? { google: { thinkingConfig } } : undefined,
      }
    },
  }
}

const SDK_EFFORT = { off: 'none', low: 'low', medium: 'medium', high: 'high' } as const
const BUDGET_SHARE = { off: 0, low: 0.25, medium: 0.5, high: 1 } as const
