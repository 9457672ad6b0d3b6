/** The numbers of a preset: the range that at least one kind of server accepts. Separate from `LIMITS`, for the client. */
export const SAMPLER_LIMITS = {
  temperature: { min: 0, max: 5 },
  top_p: { min: 0, max: 1 },
  /** 0: off. */
  top_k: { min: 0, max: 1_000, isWhole: true },
  min_p: { min: 0, max: 1 },
  repetition_penalty: { min: 0.5, max: 3 },
  frequency_penalty: { min: -2, max: 2 },
  presence_penalty: { min: -2, max: 2 },
  seed: { min: 0, max: 2_147_483_647, isWhole: true },
  max_reply_tokens: { min: 32, max: 16_384, isWhole: true },
  context_tokens: { min: 2_048, max: 2_000_000, isWhole: true },
} as const
