import type { PromptMessage, TextModelRequest } from '../../../modules/models/module.ts'

/** The server's variant of the protocol, learnt from its rejections and kept for the model's life. */
export interface Dialect {
  tokenLimit: 'max_tokens' | 'max_completion_tokens'
  /**
   * `strict`: the model's template takes one system message, first, and then user and assistant in turn. `no_system`:
   * it takes no system message at all.
   */
  roles: 'plain' | 'strict' | 'no_system'
  /** We also enforce stop strings ourselves. */
  sendsStop: boolean
  /** The maximum reply length that the server accepts, if it has named one. */
  maxTokens: number | null
}

export const PLAIN_DIALECT: Dialect = {
  tokenLimit: 'max_tokens',
  roles: 'plain',
  sendsStop: true,
  maxTokens: null,
}

const NOT_TAKEN = /not support|unsupported|unrecognized|unknown|extra inputs|not permitted|not allowed|invalid/i
const ABOUT_ROLES =
  /roles? must alternate|unexpected role|system (?:role|message)|role ['"`]?system|jinja|chat template/i
const NO_SYSTEM_ROLE =
  /system(?: role| message)?s? (?:is |are )?(?:not supported|unsupported)|(?:does not|doesn't) support (?:the )?system/i

/** The dialect to try after a rejection with these words, or null when they are about something else. */
export function learnDialect(dialect: Dialect, status: number, words: string): Dialect | null {
  if (status !== 400 && status !== 422 && status !== 500) return null
  if (dialect.tokenLimit === 'max_tokens' && words.includes('max_completion_tokens')) {
    return { ...dialect, tokenLimit: 'max_completion_tokens' }
  }
  const most =
    /at most (\d+) completion tokens|max(?:_completion)?_tokens\W{1,4}(?:must be )?(?:less than or equal to|<=) ?`?(\d+)/i.exec(
      words,
    )
  const mostTokens = Number(most?.[1] ?? most?.[2] ?? 0)
  if (mostTokens > 0 && (dialect.maxTokens === null || mostTokens < dialect.maxTokens))
    return { ...dialect, maxTokens: mostTokens }
  if (dialect.sendsStop && /\bstop\b/.test(words) && NOT_TAKEN.test(words)) return { ...dialect, sendsStop: false }
  if (dialect.roles !== 'no_system' && NO_SYSTEM_ROLE.test(words)) return { ...dialect, roles: 'no_system' }
  if (!ABOUT_ROLES.test(words) || dialect.roles === 'no_system') return null
  return { ...dialect, roles: dialect.roles === 'plain' ? 'strict' : 'no_system' }
}

/**
 * The request body: only fields that every server has supported for years. `reasoningTokens` are added to the reply's.
 */
export function requestBody(
  name: string,
  request: TextModelRequest,
  dialect: Dialect,
  reasoningTokens: number,
): string {
  const plain = request.messages.map(({ role, content }) => ({ role, content }))
  const tokens = request.maxReplyTokens + reasoningTokens
  // A reasoning model would stop at these while reasoning; if the server gets none, we enforce them.
  const sendsStop = dialect.sendsStop && reasoningTokens === 0 && request.stop.length > 0
  return JSON.stringify({
    model: name,
    messages:
      dialect.roles === 'plain' ? plain : dialect.roles === 'strict' ? strictRoles(plain) : withoutSystem(plain),
    stream: true,
    [dialect.tokenLimit]: Math.min(tokens, dialect.maxTokens ?? tokens),
    // OpenAI accepts four; we enforce the rest.
    ...(sendsStop ? { stop: request.stop.slice(0, 4) } : {}),
  })
}

/** Later system messages become bracketed notes in the user role, and adjacent messages of one role are merged. */
export function strictRoles(messages: PromptMessage[]): PromptMessage[] {
  const [first, ...rest] = messages
  if (!first) return []
  const turns = first.role === 'system' ? rest : messages
  const merged: PromptMessage[] = []
  for (const { role, content } of turns) {
    const spoken: PromptMessage = role === 'system' ? { role: 'user', content: `[${content}]` } : { role, content }
    const last = merged.at(-1)
    if (last?.role === spoken.role) last.content += `\n\n${spoken.content}`
    else merged.push(spoken)
  }
  if (merged[0]?.role !== 'user') merged.unshift({ role: 'user', content: '[The scene begins.]' })
  return first.role === 'system' ? [{ role: 'system', content: first.content }, ...merged] : merged
}

/** Strict roles with the system message at the start of the first user message. */
function withoutSystem(messages: PromptMessage[]): PromptMessage[] {
  const [first, second, ...rest] = strictRoles(messages)
  if (first?.role !== 'system') return strictRoles(messages)
  return [{ role: 'user', content: second ? `${first.content}\n\n${second.content}` : first.content }, ...rest]
}
