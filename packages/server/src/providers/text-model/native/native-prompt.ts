import type { LanguageModelV4FilePart, LanguageModelV4Prompt, LanguageModelV4TextPart } from '@ai-sdk/provider'
import type { PromptImage, PromptMessage } from '../../../modules/models/module.ts'

type ContentPart = LanguageModelV4TextPart | LanguageModelV4FilePart

/** Marks the end of what the provider should keep for the next request. */
const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/**
 * The prompt for a native protocol: system messages only at the beginning, then user and assistant in turn. Later system
 * messages become bracketed notes of the user. Every message keeps a part of its own, so that a prompt that only grows
 * stays the same up to where it grew. `marked` are the indexes of messages after which the provider should cache.
 */
export function toNativePrompt(messages: readonly PromptMessage[], marked: ReadonlySet<number>): LanguageModelV4Prompt {
  const systems = leadingSystems(messages)
  const prompt: LanguageModelV4Prompt = []
  const turns: { role: 'user' | 'assistant'; content: ContentPart[] }[] = []
  for (const [index, { role, content, images = [] }] of messages.entries()) {
    if (content === '' && images.length === 0) continue
    const mark = marked.has(index) ? { providerOptions: CACHE_MARK } : {}
    if (index < systems) {
      prompt.push({ role: 'system', content, ...mark })
      continue
    }
    const speaker = role === 'assistant' ? 'assistant' : 'user'
    const text = role === 'system' ? `[${content}]` : content
    const parts: ContentPart[] = images.map(toFilePart)
    if (text !== '') parts.push({ type: 'text', text })
    Object.assign(parts.at(-1) ?? {}, mark)
    const last = turns.at(-1)
    if (last?.role === speaker) last.content.push(...parts)
    else turns.push({ role: speaker, content: parts })
  }
  if (turns[0]?.role !== 'user')
    turns.unshift({ role: 'user', content: [{ type: 'text', text: '[The scene begins.]' }] })
  return [...prompt, ...turns]
}

/**
 * Where to mark a prompt for caching: after its stable beginning, and after the last message that will be at the same
 * place in the next turn. That is the one before the first system message among the turns, since those change or move
 * with every turn, else the last one.
 */
export function cacheMarks(messages: readonly PromptMessage[], stableMessages: number): Set<number> {
  const start = Math.max(leadingSystems(messages), stableMessages)
  const moving = messages.findIndex(({ role }, index) => role === 'system' && index >= start)
  const marks = [stableMessages - 1, (moving < 0 ? messages.length : moving) - 1]
  return new Set(marks.filter((index) => index >= 0))
}

function leadingSystems(messages: readonly PromptMessage[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system')
  return first < 0 ? messages.length : first
}

function toFilePart({ bytes, mediaType }: PromptImage): LanguageModelV4FilePart {
  return { type: 'file', mediaType, data: { type: 'data', data: bytes } }
}
