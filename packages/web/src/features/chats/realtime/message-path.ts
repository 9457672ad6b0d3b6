import type { Message, ServerFrameOf } from '@everkin/contract/types.ts'

/** `lost`: the frame refers to something that is not loaded, so the path must be reloaded. */
export type PathChange = 'same' | 'message' | 'structure' | 'lost'

/**
 * The loaded end of a chat's active path, oldest first. Knows the rules of the message tree but
 * nothing of sockets. `ids` is replaced, never mutated, and only when messages are added, removed or moved.
 */
export class MessagePath {
  ids: readonly string[] = []
  hasOlder = false
  /** Messages that changed since the last call of `takeChanged`. */
  #changed = new Set<string>()
  #streaming = new Set<string>()
  #byId = new Map<string, Message>()

  get(id: string): Message | undefined {
    return this.#byId.get(id)
  }

  get last(): Message | undefined {
    const id = this.ids.at(-1)
    return id === undefined ? undefined : this.#byId.get(id)
  }

  get first(): Message | undefined {
    const id = this.ids[0]
    return id === undefined ? undefined : this.#byId.get(id)
  }

  /** The messages on the path that are still streaming. */
  get streaming(): Message[] {
    return [...this.#streaming].flatMap((id) => this.#byId.get(id) ?? [])
  }

  takeChanged(): string[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** Replaces everything with a freshly loaded end of the path. */
  reset(list: readonly Message[], hasOlder: boolean): void {
    this.#replace([], list)
    this.hasOlder = hasOlder
  }

  /** Prepends an older page; messages that are already loaded stay unchanged. */
  prepend(list: readonly Message[], hasOlder: boolean): void {
    const older = list.filter((message) => !this.#byId.has(message.id))
    for (const message of older) this.#set(message)
    this.ids = [...older.map((message) => message.id), ...this.ids]
    this.hasOlder = hasOlder
  }

  /** Applies the server's state of a message: updates it in place, or inserts an active one after its parent. */
  upsert(message: Message): PathChange {
    const known = this.#byId.get(message.id)
    if (known) {
      const merged = mergeMessage(known, message)
      if (merged === known) return 'same'
      this.#set(merged)
      return 'message'
    }
    return message.active ? this.replaceAfter(message.parent_id, [message]) : this.#joinVariants(message)
  }

  /** Replaces everything after `parentId` (null: the whole path) with `list`. */
  replaceAfter(parentId: string | null, list: readonly Message[]): PathChange {
    if (parentId === null) {
      this.#replace([], list)
      this.hasOlder = false
      return 'structure'
    }
    if (!this.#byId.has(parentId)) return 'lost'
    this.#replace(this.ids.slice(0, this.ids.lastIndexOf(parentId) + 1), list)
    return 'structure'
  }

  /** Removes deleted messages from the path, together with everything after the first of them. */
  remove(ids: readonly string[]): PathChange {
    const isVariantGone = this.#dropVariants(new Set(ids))
    const removed = ids.filter((id) => this.#byId.has(id))
    if (removed.length === 0) return isVariantGone ? 'message' : 'same'
    const firstRemoved = Math.min(...removed.map((id) => this.ids.lastIndexOf(id)))
    this.#replace(this.ids.slice(0, firstRemoved), [])
    return this.ids.length === 0 && this.hasOlder ? 'lost' : 'structure'
  }

  /** Appends a delta of the text or of the reasoning; those of messages off the path are ignored. */
  appendDelta(frame: DeltaFrame): DeltaResult['kind'] {
    const message = this.#byId.get(frame.message_id)
    if (!message) return 'known'
    const result = applyDelta(message, frame)
    if (result.kind === 'grown') this.#set(result.message)
    return result.kind
  }

  /** Counts deleted messages no longer among the variants of those that stay. */
  #dropVariants(gone: ReadonlySet<string>): boolean {
    let hasChanged = false
    for (const message of [...this.#byId.values()]) {
      const ids = message.variant.ids.filter((id) => id === message.id || !gone.has(id))
      if (ids.length === message.variant.ids.length) continue
      this.#set(withVariants(message, ids))
      hasChanged = true
    }
    return hasChanged
  }

  /** A message beside the path came back: the variant on the path counts it again. */
  #joinVariants({ id, variant }: Message): PathChange {
    const sibling = variant.ids.flatMap((other) => this.#byId.get(other) ?? [])[0]
    if (!sibling || sibling.variant.ids.includes(id)) return 'same'
    this.#set(withVariants(sibling, variant.ids))
    return 'message'
  }

  #replace(keptIds: readonly string[], added: readonly Message[]): void {
    const merged = added.map((message) => mergeMessage(this.#byId.get(message.id), message))
    const ids = [...keptIds, ...merged.map((message) => message.id)]
    const staying = new Set(ids)
    for (const id of this.ids) if (!staying.has(id)) this.#remove(id)
    for (const message of merged) this.#set(message)
    this.ids = ids
  }

  #set(message: Message): void {
    if (this.#byId.get(message.id) === message) return
    this.#byId.set(message.id, message)
    this.#changed.add(message.id)
    if (message.status === 'streaming') this.#streaming.add(message.id)
    else this.#streaming.delete(message.id)
  }

  #remove(id: string): void {
    this.#byId.delete(id)
    this.#streaming.delete(id)
    this.#changed.add(id)
  }
}

function withVariants(message: Message, ids: readonly string[]): Message {
  return { ...message, variant: { index: ids.indexOf(message.id), count: ids.length, ids: [...ids] } }
}

/**
 * Merges two states of one message. A higher `rev` wins; at the same `rev` a finished message never goes back to
 * streaming, and text that has already streamed further than the incoming copy is preserved, since deltas continue
 * from the longer one (clients apply deltas by offset).
 */
function mergeMessage(known: Message | undefined, incoming: Message): Message {
  if (!known) return incoming
  if (incoming.rev < known.rev) return known
  if (incoming.status !== 'streaming') return incoming
  if (known.status !== 'streaming') return incoming.rev > known.rev ? incoming : known
  // A new revision may have taken back what was streamed.
  if (incoming.rev > known.rev) return incoming
  return { ...incoming, text: further(known.text, incoming.text), reasoning: furtherReasoning(known, incoming) }
}

function further(known: string, incoming: string): string {
  return known.length > incoming.length && known.startsWith(incoming) ? known : incoming
}

function furtherReasoning(known: Message, incoming: Message): string | null {
  const reasoning = further(known.reasoning ?? '', incoming.reasoning ?? '')
  return reasoning === '' ? null : reasoning
}

/** Result of a delta: the extended message, `known` text, or a gap before the delta. */
export type DeltaResult = { kind: 'grown'; message: Message } | { kind: 'known' } | { kind: 'gap' }

type DeltaFrame = Pick<ServerFrameOf<'message.delta'>, 'type' | 'message_id' | 'offset' | 'text'> | ReasoningFrame
type ReasoningFrame = Pick<ServerFrameOf<'message.reasoning'>, 'type' | 'message_id' | 'offset' | 'text' | 'ms'>

/** Applies a delta by its offset, in UTF-16 units of the text so far. Constant time, however long the text is. */
function applyDelta(message: Message, frame: DeltaFrame): DeltaResult {
  if (message.status !== 'streaming') return { kind: 'known' }
  const isReasoning = frame.type === 'message.reasoning'
  const known = isReasoning ? (message.reasoning ?? '') : message.text
  const missing = known.length - frame.offset
  if (missing < 0) return { kind: 'gap' }
  const grown = missing >= frame.text.length ? known : known + frame.text.slice(missing)
  if (!isReasoning) return grown === known ? { kind: 'known' } : { kind: 'grown', message: { ...message, text: grown } }
  // The last frame of a thought has no text, but says how long it took.
  if (grown === known && message.reasoning_ms === frame.ms) return { kind: 'known' }
  return { kind: 'grown', message: { ...message, reasoning: grown, reasoning_ms: frame.ms } }
}

/** Builds the id of a message from its chat and sequence number. */
export function messageIdOf(chatId: string, seq: number): string {
  return `${chatId}-${seq.toString(36)}`
}
