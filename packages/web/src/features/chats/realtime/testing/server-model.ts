import type { Chat, ClientFrame, Message, ServerFrame } from '@everkin/contract/types.ts'
import type { MessagePage } from '../chat-snapshot.ts'

const AT = '2026-11-20T10:00:00.000Z'

export const CHAT: Chat = {
  id: 'chat',
  type: 'single',
  card: { id: 'card', type: 'single', name: 'Ilse', avatar: null, tagline: '' },
  title: 'Ilse',
  last_message: null,
  unread: 0,
  pinned: false,
  muted: [],
  closed: false,
  rev: 0,
  created_at: AT,
  updated_at: AT,
}

/** A message for tests: complete, active, by a character. */
export function testMessage(fields: Partial<Message> & { id: string }): Message {
  return {
    chat_id: CHAT.id,
    parent_id: null,
    seq: 1,
    rev: 1,
    active: true,
    role: 'character',
    speaker: { card_id: 'card', name: 'Ilse', avatar: null },
    text: 'Good evening.',
    status: 'complete',
    variant: { index: 0, count: 1, ids: [fields.id] },
    attachments: [],
    client_id: null,
    voice_demo: false,
    reasoning: null,
    reasoning_ms: null,
    usage: null,
    created_at: AT,
    ...fields,
  }
}

/**
 * A small, slow model of the server's protocol for one chat, as the reference for tests: a tree with one active path,
 * revisions, deltas by offset, and `sync`. Frames are sent to every connected device in the same order.
 */
export class ServerModel {
  messages = new Map<string, Message>()
  #deleted: { id: string; rev: number }[] = []
  #rev = 0
  #seq = 0
  #flipRev = 0
  #devices = new Set<(frame: ServerFrame) => void>()

  constructor() {
    this.#add({ parent: null, role: 'character', text: 'Good evening.', status: 'complete' })
  }

  link(deliver: (frame: ServerFrame) => void): () => void {
    this.#devices.add(deliver)
    return () => this.#devices.delete(deliver)
  }

  get path(): Message[] {
    const path: Message[] = []
    for (let parent: string | null = null; ; ) {
      const next = [...this.messages.values()].find((message) => message.parent_id === parent && message.active)
      if (!next) return path.map((message) => this.#shown(message))
      path.push(next)
      parent = next.id
    }
  }

  get streaming(): Message | undefined {
    return this.path.find((message) => message.status === 'streaming')
  }

  page(beforeSeq?: number, size = 5): MessagePage {
    const before = this.path.filter((message) => beforeSeq === undefined || message.seq < beforeSeq)
    return { list: before.slice(-size), has_more: before.length > size, rev: this.#rev }
  }

  /** Handles a frame of a client. `answer` reaches only the device that sent it. */
  take(frame: ClientFrame, answer: (frame: ServerFrame) => void): void {
    if (frame.type === 'sync') this.#sync(frame, answer)
    if (frame.type === 'message.select') this.select(frame.message_id)
    if (frame.type === 'message.send') this.#store(frame, answer)
  }

  #store(frame: Extract<ClientFrame, { type: 'message.send' }>, answer: (frame: ServerFrame) => void): void {
    const stored = [...this.messages.values()].find((message) => message.client_id === frame.client_id)
    if (stored) {
      answer({ type: 'ack', client_id: frame.client_id, message: this.#shown(stored) })
      return
    }
    const message = this.#add({
      parent: this.path.at(-1)?.id ?? null,
      role: 'user',
      text: frame.text,
      status: 'complete',
      clientId: frame.client_id,
    })
    answer({ type: 'ack', client_id: frame.client_id, message })
    this.#tell({ type: 'message.created', message })
    if (!this.streaming) this.reply(message.id)
  }

  reply(parent: string | null): void {
    if (this.streaming) return
    const message = this.#add({ parent, role: 'character', text: '', status: 'streaming' })
    this.#tell({ type: 'message.created', message })
  }

  delta(text: string): void {
    const message = this.streaming
    if (!message) return
    this.messages.set(message.id, { ...message, text: message.text + text })
    const offset = message.text.length
    this.#tell({ type: 'message.delta', chat_id: CHAT.id, message_id: message.id, offset, text })
  }

  finish(status: 'complete' | 'stopped' | 'failed', cutTail = 0): void {
    const message = this.streaming
    if (!message) return
    const text = message.text.slice(0, message.text.length - cutTail)
    this.#tell({ type: 'message.completed', message: this.#change(message.id, { status, text }) })
    const last = this.path.at(-1)
    if (last?.role === 'user') this.reply(last.id)
  }

  continueLast(): void {
    const last = this.path.at(-1)
    if (this.streaming || last?.role !== 'character') return
    this.#tell({ type: 'message.updated', message: this.#change(last.id, { status: 'streaming' }) })
  }

  edit(id: string, text: string): void {
    const message = this.messages.get(id)
    if (!message || message.status === 'streaming') return
    this.#tell({ type: 'message.updated', message: this.#change(id, { text }) })
  }

  select(id: string): void {
    const message = this.messages.get(id)
    if (!message || message.active || this.streaming) return
    this.#flip(message)
    this.#flipRev = ++this.#rev
    this.#tellPath(message.parent_id)
  }

  remove(id: string): void {
    const message = this.messages.get(id)
    if (!message || this.streaming) return
    const gone = [...this.messages.keys()].filter((other) => this.#isUnder(other, id))
    const rev = ++this.#rev
    for (const other of gone) {
      this.messages.delete(other)
      this.#deleted.push({ id: other, rev })
    }
    this.#tell({ type: 'message.deleted', chat_id: CHAT.id, ids: gone, rev })
    const sibling = [...this.messages.values()].findLast((other) => other.parent_id === message.parent_id)
    if (!sibling || sibling.active) return
    this.#flip(sibling)
    this.#flipRev = ++this.#rev
    this.#tellPath(sibling.parent_id)
  }

  #sync(frame: Extract<ClientFrame, { type: 'sync' }>, answer: (frame: ServerFrame) => void): void {
    for (const { rev } of frame.chats) {
      const gone = this.#deleted.filter((entry) => entry.rev > rev)
      if (gone.length > 0) {
        answer({ type: 'message.deleted', chat_id: CHAT.id, ids: gone.map(({ id }) => id), rev: gone.at(-1)!.rev })
      }
      const changed = [...this.messages.values()].filter((message) => message.rev > rev)
      for (const message of changed.sort((a, b) => a.rev - b.rev)) {
        answer({ type: 'message.updated', message: this.#shown(message) })
      }
      if (this.#flipRev > rev) answer(this.#pathFrame(null))
    }
    for (const { message_id, offset } of frame.streams) {
      const message = this.messages.get(message_id)
      if (message?.status === 'streaming') {
        const text = message.text.slice(offset)
        answer({ type: 'message.delta', chat_id: CHAT.id, message_id, offset, text })
      } else if (message) answer({ type: 'message.completed', message: this.#shown(message) })
    }
    answer({ type: 'synced', user_rev: 1, chats: frame.chats.map(() => ({ chat_id: CHAT.id, rev: this.#rev })) })
  }

  #add(fields: {
    parent: string | null
    role: 'user' | 'character'
    text: string
    status: Message['status']
    clientId?: string
  }): Message {
    const seq = ++this.#seq
    const message = testMessage({
      id: `m${seq}`,
      seq,
      rev: ++this.#rev,
      parent_id: fields.parent,
      role: fields.role,
      text: fields.text,
      status: fields.status,
      client_id: fields.clientId ?? null,
    })
    this.messages.set(message.id, message)
    this.#flip(message)
    return this.#shown(message)
  }

  #change(id: string, fields: Partial<Message>): Message {
    const changed = { ...this.messages.get(id)!, ...fields, rev: ++this.#rev }
    this.messages.set(id, changed)
    return this.#shown(changed)
  }

  #flip(message: Message): void {
    for (const other of this.messages.values()) {
      if (other.parent_id !== message.parent_id) continue
      this.messages.set(other.id, { ...other, active: other.id === message.id })
    }
  }

  #shown(message: Message): Message {
    const ids = [...this.messages.values()].filter((other) => other.parent_id === message.parent_id).map(({ id }) => id)
    return { ...message, variant: { index: ids.indexOf(message.id), count: ids.length, ids } }
  }

  #isUnder(id: string, root: string): boolean {
    for (let at: string | null = id; at !== null; at = this.messages.get(at)?.parent_id ?? null) {
      if (at === root) return true
    }
    return false
  }

  #pathFrame(parentId: string | null): ServerFrame {
    const path = this.path
    const from = parentId === null ? 0 : path.findIndex((message) => message.id === parentId) + 1
    return {
      type: 'path.changed',
      chat_id: CHAT.id,
      rev: this.#flipRev,
      parent_id: parentId,
      list: path.slice(from, from + 100),
    }
  }

  #tellPath(parentId: string | null): void {
    this.#tell(this.#pathFrame(parentId))
  }

  #tell(frame: ServerFrame): void {
    for (const deliver of this.#devices) deliver(frame)
  }
}
