import type { Message } from '@everkin/contract/types.ts'
import { type Growth, growMessage, mergeMessage } from './merge-message.ts'

/** `lost`: the frame continues something that is not loaded, so the path must be loaded anew. */
export type PathOutcome = 'same' | 'message' | 'structure' | 'lost'

/**
 * The loaded end of a chat's one active path, oldest first. Knows the tree's rules (Message) and nothing
 * of sockets. `ids` is replaced, never changed, and only when messages come, go or move.
 */
export class MessagePath {
  ids: readonly string[] = []
  hasOlder = false
  /** Messages changed since they were last collected by `takeTouched`. */
  #touched = new Set<string>()
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

  takeTouched(): string[] {
    const touched = [...this.#touched]
    this.#touched.clear()
    return touched
  }

  /** Puts a freshly loaded end of the path in place of what was there. */
  open(list: readonly Message[], hasOlder: boolean): void {
    this.#keep([], list)
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
  place(message: Message): PathOutcome {
    const known = this.#byId.get(message.id)
    if (known) {
      const merged = mergeMessage(known, message)
      if (merged === known) return 'same'
      this.#set(merged)
      return 'message'
    }
    return message.active ? this.branch(message.parent_id, [message]) : 'same'
  }

  /** Makes `list` what follows `parentId` (null: the whole path). */
  branch(parentId: string | null, list: readonly Message[]): PathOutcome {
    if (parentId === null) {
      this.#keep([], list)
      this.hasOlder = false
      return 'structure'
    }
    if (!this.#byId.has(parentId)) return 'lost'
    this.#keep(this.ids.slice(0, this.ids.lastIndexOf(parentId) + 1), list)
    return 'structure'
  }

  /** Takes deleted messages off the path, with all that followed the first of them. */
  drop(ids: readonly string[]): PathOutcome {
    const gone = ids.filter((id) => this.#byId.has(id))
    if (gone.length === 0) return 'same'
    const firstGone = Math.min(...gone.map((id) => this.ids.lastIndexOf(id)))
    this.#keep(this.ids.slice(0, firstGone), [])
    return this.ids.length === 0 && this.hasOlder ? 'lost' : 'structure'
  }

  /** Folds a delta; deltas of messages off the path are nobody's business here. */
  grow(id: string, offset: number, text: string): Growth['kind'] {
    const message = this.#byId.get(id)
    if (!message) return 'known'
    const growth = growMessage(message, offset, text)
    if (growth.kind === 'grown') this.#set(growth.message)
    return growth.kind
  }

  #keep(kept: readonly string[], added: readonly Message[]): void {
    const merged = added.map((message) => mergeMessage(this.#byId.get(message.id), message))
    const ids = [...kept, ...merged.map((message) => message.id)]
    const staying = new Set(ids)
    for (const id of this.ids) if (!staying.has(id)) this.#forget(id)
    for (const message of merged) this.#set(message)
    this.ids = ids
  }

  #set(message: Message): void {
    if (this.#byId.get(message.id) === message) return
    this.#byId.set(message.id, message)
    this.#touched.add(message.id)
    if (message.status === 'streaming') this.#streaming.add(message.id)
    else this.#streaming.delete(message.id)
  }

  #forget(id: string): void {
    this.#byId.delete(id)
    this.#streaming.delete(id)
    this.#touched.add(id)
  }
}
