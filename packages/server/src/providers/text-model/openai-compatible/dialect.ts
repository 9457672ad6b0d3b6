import type { PromptMessage } from '../../../modules/models/module.ts'
import { rejectedFields, withoutRejected } from '../endpoint/rejected-fields.ts'
import type { OptionalFields } from './optional-fields.ts'

/** The server's variant of the protocol, learnt from its rejections and kept for the model's life. */
export interface Dialect {
  tokenLimit: 'max_tokens' | 'max_completion_tokens'
  /**
   * `strict`: the model's template takes one system message, first, and then user and assistant in turn. `no_system`:
   * it takes no system message at all.
   */
  roles: 'plain' | 'strict' | 'no_system'
  /** Optional fields that the server rejects, and single values (`temperature=1.9`). We also enforce stop strings. */
  rejected: readonly string[]
  /** The server rejects some optional field without naming it. */
  isBare: boolean
  /** The maximum reply length that the server accepts, if it has named one. */
  maxTokens: number | null
}

export const PLAIN_DIALECT: Dialect = {
  tokenLimit: 'max_tokens',
  roles: 'plain',
  rejected: [],
  isBare: false,
  maxTokens: null,
}

const ABOUT_ROLES =
  /roles? must alternate|unexpected role|system (?:role|message)|role ['"`]?system|jinja|chat template/i
const NO_SYSTEM_ROLE =
  /system(?: role| message)?s? (?:is |are )?(?:not supported|unsupported)|(?:does not|doesn't) support (?:the )?system/i

/**
 * The dialect to try after a rejection with these words, or null when they are about something else. `sent` are the
 * optional fields of the rejected request.
 */
export function learnDialect(dialect: Dialect, status: number, words: string, sent: OptionalFields): Dialect | null {
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
  const rejected = rejectedFields(words, sent)
  if (rejected.length > 0) return { ...dialect, rejected: [...dialect.rejected, ...rejected] }
  if (dialect.roles !== 'no_system' && NO_SYSTEM_ROLE.test(words)) return { ...dialect, roles: 'no_system' }
  if (!ABOUT_ROLES.test(words) || dialect.roles === 'no_system') return null
  return { ...dialect, roles: dialect.roles === 'plain' ? 'strict' : 'no_system' }
}

/** The fields without those that the server rejects. */
export function acceptedFields(fields: OptionalFields, { rejected, isBare }: Dialect): OptionalFields {
  if (isBare) return fields.stop === undefined ? {} : { stop: fields.stop }
  return withoutRejected(fields, rejected)
}

/** The messages as this server takes them. */
export function messagesFor(messages: readonly PromptMessage[], roles: Dialect['roles']): readonly PromptMessage[] {
  return roles === 'plain' ? messages : roles === 'strict' ? strictRoles(messages) : withoutSystem(messages)
}

/** Later system messages become bracketed notes in the user role, and adjacent messages of one role are merged. */
export function strictRoles(messages: readonly PromptMessage[]): PromptMessage[] {
  const [first, ...rest] = messages
  if (!first) return []
  const turns = first.role === 'system' ? rest : messages
  const merged: PromptMessage[] = []
  for (const { role, content, images } of turns) {
    const spoken: PromptMessage = role === 'system' ? { role: 'user', content: `[${content}]` } : { role, content }
    const last = merged.at(-1)
    const target = last?.role === spoken.role ? last : spoken
    if (target === last) last.content += `\n\n${spoken.content}`
    else merged.push(spoken)
    if (images) target.images = [...(target.images ?? []), ...images]
  }
  if (merged[0]?.role !== 'user') merged.unshift({ role: 'user', content: '[The scene begins.]' })
  return first.role === 'system' ? [{ role: 'system', content: first.content }, ...merged] : merged
}

/** Strict roles with the system message at the start of the first user message. */
function withoutSystem(messages: readonly PromptMessage[]): PromptMessage[] {
  const [first, second, ...rest] = strictRoles(messages)
  if (first?.role !== 'system') return strictRoles(messages)
  const content = second ? `${first.content}\n\n${second.content}` : first.content
  return [{ ...second, role: 'user', content }, ...rest]
}
