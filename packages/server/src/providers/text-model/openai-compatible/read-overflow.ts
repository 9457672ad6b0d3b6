/** What a server says when a prompt is longer than its model holds. */
export interface Overflow {
  contextTokens: number | null
  /** How many tokens the server has counted in the prompt. */
  promptTokens: number | null
}

const IS_OVERFLOW =
  /context[_ ](?:length|window|size)|maximum context|exceed_context|prompt is too long|maximum number of tokens|reduce the length|too many (?:input )?tokens|input is too long/i

/** `{n}` stands for a number of tokens, with or without separators. */
const CONTEXT = patterns(
  'maximum context (?:length|size)(?: of| is)?(?: only)? {n}',
  'context (?:length|window|size)(?: of| is|:)?(?: only)? \\(?{n}',
  '{n} (?:tokens? )?(?:maximum )?context (?:length|window)',
  '"n_ctx": ?{n}',
  '> {n} maximum',
  'maximum number of tokens allowed \\(?{n}',
  'n_ctx[ =:]+{n}',
)
const PROMPT = patterns(
  '"n_prompt_tokens": ?{n}',
  '{n} (?:in the messages|in your prompt|input tokens)',
  'messages resulted in {n}',
  'prompt contains (?:at least )?{n}',
  'prompt is too long: {n}',
  'input token count \\(?{n}',
  'keep the first {n}',
)
const LEAST_CONTEXT = 512

function patterns(...forms: string[]): RegExp[] {
  return forms.map((form) => new RegExp(form.replace('{n}', '(\\d[\\d,]*)'), 'i'))
}

/** Reads a refusal for a prompt that is too long; null when it is about something else. */
export function readOverflow(status: number, words: string): Overflow | null {
  if (![400, 413, 422, 500].includes(status)) return null
  if (status !== 413 && !IS_OVERFLOW.test(words)) return null
  const contextTokens = numberIn(words, CONTEXT)
  return {
    contextTokens: contextTokens !== null && contextTokens >= LEAST_CONTEXT ? contextTokens : null,
    promptTokens: numberIn(words, PROMPT),
  }
}

function numberIn(words: string, forms: readonly RegExp[]): number | null {
  for (const form of forms) {
    const found = form.exec(words)?.[1]
    if (found) return Number(found.replaceAll(',', ''))
  }
  return null
}

/**
 * The context for which to build the prompt anew, in our own estimate of tokens: the stated one, less where the server
 * counts more tokens in the same words than we do.
 */
export function contextAfter(overflow: Overflow, contextTokens: number, estimatedPromptTokens: number): number {
  const { contextTokens: stated, promptTokens } = overflow
  const ratio = promptTokens === null ? 1 : Math.max(1, promptTokens / Math.max(1, estimatedPromptTokens))
  const next = Math.floor(Math.min(stated ?? contextTokens, contextTokens) / Math.min(ratio, 4))
  // Nothing new was said, and still it did not fit.
  return next < contextTokens ? next : Math.floor(contextTokens * 0.6)
}
