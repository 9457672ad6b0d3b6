import type { Message } from '@everkin/contract/types.ts'

/**
 * Which of two states of one message holds. A higher `rev` wins; at the same `rev` a finished message is never taken
 * back to streaming, and text that already streamed further than a copy of it is kept, since deltas carry on from
 * the longer one (clients fold deltas by offset).
 */
export function mergeMessage(known: Message | undefined, incoming: Message): Message {
  if (!known) return incoming
  if (incoming.rev < known.rev) return known
  if (incoming.status !== 'streaming') return incoming
  if (known.status !== 'streaming') return incoming.rev > known.rev ? incoming : known
  const streamedFurther = known.text.length > incoming.text.length && known.text.startsWith(incoming.text)
  return streamedFurther ? { ...incoming, text: known.text } : incoming
}

/** What a delta does to a message: the message grown by it, `known` text, or a gap before it. */
export type Growth = { kind: 'grown'; message: Message } | { kind: 'known' } | { kind: 'gap' }

/** Folds a delta by its offset, in UTF-16 units of the text so far. Constant work, however long the text is. */
export function growMessage(message: Message, offset: number, text: string): Growth {
  if (message.status !== 'streaming') return { kind: 'known' }
  const missing = message.text.length - offset
  if (missing < 0) return { kind: 'gap' }
  if (missing >= text.length) return { kind: 'known' }
  return { kind: 'grown', message: { ...message, text: message.text + (missing === 0 ? text : text.slice(missing)) } }
}
