import type { Message } from '@everkin/contract/types.ts'

/** `lost`: the frame continues something that is not loaded, so the path must be loaded anew. */
export type PathChange = 'same' | 'message' | 'structure' | 'lost'

/**
 * The loaded end of a chat's one active path, oldest first. Knows the tree's rules (Message) and nothing
 * of sockets. `ids` is replaced, never changed, and only when messages come, go or move.
 */
export class MessagePath {
  ids: readonly string[] = []
  hasOlder = false
  /** Messages changed since they were last collected by `takeTouched`. */
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

  /** The messages on the path that still stream. */
  get streaming(): Message[] {
    return [...this.#streaming].flatMap((id) => this.#byId.get(id) ?? [])
  }

  takeChanged(): string[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** Puts a freshly loaded end of the path in place of what was there. */
  reset(list: readonly Message[], hasOlder: boolean): void {
    this.#replace([], list)
    this.hasOlder = hasOlder
  }

  /** Adds an older page before what is there; messages that are there already are left as they are. */
  prepend(list: readonly Message[], hasOlder: boolean): void {
    const older = list.filter((message) => !this.#byId.has(message.id))
    for (const message of older) this.#set(message)
    this.ids = [...older.map((message) => message.id), ...this.ids]
    this.hasOlder = hasOlder
  }

  /** Takes a message as the server has it now: updates it in place, or puts it after its parent when it is active. */
  upsert(message: Message): PathChange {
    const known = this.#byId.get(message.id)
    if (known) {
      const merged = mergeMessage(known, message)
      if (merged === known) return 'same'
      this.#set(merged)
      return 'message'
    }
    return message.active ? this.replaceAfter(message.parent_id, [message]) : 'same'
  }

  /** Makes `list` what follows `parentId` (null: the whole path). */
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

  /** Takes deleted messages off the path, with all that followed the first of them. */
  remove(ids: readonly string[]): PathChange {
    const removed = ids.filter((id) => this.#byId.has(id))
    if (removed.length === 0) return 'same'
    const firstRemoved = Math.min(...removed.map((id) => this.ids.lastIndexOf(id)))
    this.#replace(this.ids.slice(0, firstRemoved), [])
    return this.ids.length === 0 && this.hasOlder ? 'lost' : 'structure'
  }

  /** Folds a delta; deltas of messages off the path are nobody's business here. */
  appendDelta(id: string, offset: number, text: string): DeltaResult['kind'] {
    const message = this.#byId.get(id)
    if (!message) return 'known'
    const result = applyDelta(message, offset, text)
    if (result.kind === 'grown') this.#set(result.message)
    return result.kind
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
export type DeltaResult = { kind: 'grown'; message: Message } | { kind: 'known' } | { kind: 'gap' }

/** Folds a delta by its offset, in UTF-16 units of the text so far. Constant work, however long the text is. */
export function applyDelta(message: Message, offset: number, text: string): DeltaResult {
  if (message.status !== 'streaming') return { kind: 'known' }
  const missing = message.text.length - offset
  if (missing < 0) return { kind: 'gap' }
  if (missing >= text.length) return { kind: 'known' }
  return { kind: 'grown', message: { ...message, text: message.text + (missing === 0 ? text : text.slice(missing)) } }
}

/** The id of a chat's message with this number. */
export function messageIdOf(chatId: string, seq: number): string {
  return `${chatId}-${seq.toString(36)}`
}
