import type { PromptMessage, TextModelRequest } from '../../../domains/chats/text-model.ts'

/** In which of its variants a server speaks the protocol; learnt from its refusals and kept for the model's life. */
export interface Dialect {
  tokenLimit: 'max_tokens' | 'max_completion_tokens'
  /** The model's template takes one system message, first, and then user and assistant in turn. */
  hasStrictRoles: boolean
}

export const PLAIN_DIALECT: Dialect = { tokenLimit: 'max_tokens', hasStrictRoles: false }

/** The dialect to try after a refusal in these words, or null when they are about something else. */
export function learnDialect(dialect: Dialect, status: number, words: string): Dialect | null {
  if (status === 400 && dialect.tokenLimit === 'max_tokens' && words.includes('max_completion_tokens')) {
    return { ...dialect, tokenLimit: 'max_completion_tokens' }
  }
  const isAboutRoles = /roles? must alternate|system (?:role|message)|jinja|chat template/i.test(words)
  if ((status === 400 || status === 422 || status === 500) && !dialect.hasStrictRoles && isAboutRoles) {
    return { ...dialect, hasStrictRoles: true }
  }
  return null
}

/** The request's body: only fields that every server has understood for years. */
export function requestBody(name: string, request: TextModelRequest, dialect: Dialect): string {
  const plain = request.messages.map(({ role, content }) => ({ role, content }))
  return JSON.stringify({
    model: name,
    messages: dialect.hasStrictRoles ? strictRoles(plain) : plain,
    stream: true,
    [dialect.tokenLimit]: request.maxReplyTokens,
    // OpenAI takes four; the rest is kept by us all the same.
    ...(request.stop.length > 0 ? { stop: request.stop.slice(0, 4) } : {}),
  })
}

/** Later system messages become bracketed notes of the person's side, and neighbours of one role become one message. */
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
