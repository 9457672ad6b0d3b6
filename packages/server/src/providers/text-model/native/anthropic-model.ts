import type { ReasoningEffort, TextModel, TextModelRequest } from '../../../modules/models/module.ts'
import { DEFAULT_LIMITS } from '../endpoint/limits.ts'
import { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { createNativeModel, type NativeModelSettings, type NativeProtocol } from './native-model.ts'
import { cacheMarks, toNativePrompt } from './native-prompt.ts'

const DEFAULT_URL = 'https://api.anthropic.com/v1'
/** Anthropic’s minimum. */
const MIN_BUDGET_TOKENS = 1024

/** How a rejection names what was sent. */
const PATTERNS = {
  temperature: /\btemperature\b/,
  topP: /\btop_p\b/,
  topK: /\btop_k\b/,
  stopSequences: /\bstop_sequences\b/,
  reasoning: /thinking|effort/i,
  providerOptions: /thinking/i,
}

/**
 * A Claude model through Anthropic’s own API. The prompt is marked for caching after its stable beginning and before its
 * last messages. Penalties, min-p and the seed do not exist there and are not sent.
 */
export function createAnthropicModel(settings: NativeModelSettings): TextModel {
  return createNativeModel(settings, {
    kind: 'anthropic',
    profile: new ReasoningProfile(settings.name),
    defaultUrl: DEFAULT_URL,
    load: (baseURL) => loadProtocol(settings, baseURL),
  })
}

async function loadProtocol({ name, apiKey, limits }: NativeModelSettings, baseURL: string): Promise<NativeProtocol> {
  const [{ createAnthropic }, { getModelCapabilities }] = await Promise.all([
    import('@ai-sdk/anthropic'),
    import('@ai-sdk/anthropic/internal'),
  ])
  const { supportsAdaptiveThinking } = getModelCapabilities(name)
  const allowance = limits?.reasoningTokens ?? DEFAULT_LIMITS.reasoningTokens

  /** Models that do not decide for themselves how long to think get a budget, which the SDK adds to the reply’s length. */
  function budgetFor({ effort }: TextModelRequest): number {
    if (!effort || effort === 'off' || supportsAdaptiveThinking) return 0
    return Math.max(MIN_BUDGET_TOKENS, Math.floor(allowance * BUDGET_SHARE[effort]))
  }

  return {
    patterns: PATTERNS,
    // An empty key keeps the SDK from reading one out of the environment.
    connect: (fetch) => createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch }).languageModel(name),
    prepare(request, reasoningTokens) {
      const marks = cacheMarks(request.messages, request.stableMessages ?? 0)
      const rest = Math.max(0, reasoningTokens - budgetFor(request))
      return { prompt: toNativePrompt(request.messages, marks), maxOutputTokens: request.maxReplyTokens + rest }
    },
    optional(request) {
      const { samplers } = request
      const budgetTokens = budgetFor(request)
      return {
        temperature: samplers?.temperature ?? undefined,
        topP: samplers?.topP ?? undefined,
        topK: samplers?.topK ?? undefined,
        // A name in the thoughts would end the reply; we enforce stop strings in any case.
        stopSequences: request.stop.length > 0 && !isThinking(request) ? request.stop.filter(isStop) : undefined,
        reasoning: request.effort && budgetTokens === 0 ? SDK_EFFORT[request.effort] : undefined,
        providerOptions: budgetTokens > 0 ? { anthropic: { thinking: { type: 'enabled', budgetTokens } } } : undefined,
      }
    },
  }
}

const SDK_EFFORT = { off: 'none', low: 'low', medium: 'medium', high: 'high' } as const
const BUDGET_SHARE: Record<Exclude<ReasoningEffort, 'off'>, number> = { low: 0.25, medium: 0.5, high: 1 }

const isThinking = ({ effort }: TextModelRequest) => effort !== undefined && effort !== null && effort !== 'off'

/** Anthropic rejects stop sequences of blanks alone. */
const isStop = (text: string) => text.trim() !== ''
