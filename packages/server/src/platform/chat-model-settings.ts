import type { z } from 'zod'
import { address, count, optionalCount, text, wholeNumber } from './setting-kinds.ts'

/** The language model of the settings, and limits for every language model. */
export interface ChatModelSettings {
  modelBaseUrl: string | null
  modelApiKey: string | null
  modelName: string | null
  modelOperator: string | null
  modelContext: number | null
  /** Null: 300, and without limit for a model on this machine. */
  modelFirstTokenSeconds: number | null
  /** Null: 60. */
  modelIdleSeconds: number | null
  /** Hidden reasoning of one reply, on top of the reply's own tokens. */
  modelReasoningTokens: number
  /** Tokens that all people together, and one person, may use in a day (UTC). Null: no limit. */
  modelTokensPerDay: number | null
  modelTokensPerDayPerPerson: number | null
}

export const chatModelEnvironment = {
  MODEL_BASE_URL: address,
  MODEL_API_KEY: text,
  MODEL_NAME: text,
  MODEL_OPERATOR: text,
  MODEL_CONTEXT: wholeNumber('must be a number of tokens')
    .refine((tokens) => tokens >= 1024, 'must be at least 1024')
    .nullable()
    .default(null),
  MODEL_FIRST_TOKEN_SECONDS: optionalCount('seconds', 86_400),
  MODEL_IDLE_SECONDS: optionalCount('seconds', 86_400),
  MODEL_REASONING_TOKENS: count(4000),
  MODEL_TOKENS_PER_DAY: optionalCount('tokens', 1e12),
  MODEL_TOKENS_PER_DAY_PER_PERSON: optionalCount('tokens', 1e12),
}

export function readChatModelSettings(env: z.output<z.ZodObject<typeof chatModelEnvironment>>): ChatModelSettings {
  return {
    modelBaseUrl: env.MODEL_BASE_URL,
    modelApiKey: env.MODEL_API_KEY,
    modelName: env.MODEL_NAME,
    modelOperator: env.MODEL_OPERATOR,
    modelContext: env.MODEL_CONTEXT,
    modelFirstTokenSeconds: env.MODEL_FIRST_TOKEN_SECONDS,
    modelIdleSeconds: env.MODEL_IDLE_SECONDS,
    modelReasoningTokens: env.MODEL_REASONING_TOKENS,
    modelTokensPerDay: env.MODEL_TOKENS_PER_DAY,
    modelTokensPerDayPerPerson: env.MODEL_TOKENS_PER_DAY_PER_PERSON,
  }
}
