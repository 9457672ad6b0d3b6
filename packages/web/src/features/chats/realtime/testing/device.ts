import type { Chat, ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import fc from 'fast-check'
import type { ChatPorts, MessagePage } from '../chat-snapshot.ts'
import { OpenChat } from '../open-chat.ts'
import { Outbox } from '../outbox.ts'
import { memoryOutboxStore } from '../outbox-store.ts'

/** An open connection to a real or simulated server. */
export interface DeviceLink {
  send(frame: ClientFrame): void
  /** Removes and returns the next frame received. */
  take(): ServerFrame | undefined
  close(): void
}

/** How frames are delivered: the faults that offsets must compensate for. */
const frameFate = fc.constantFrom('once' as const, 'once' as const, 'twice' as const, 'lost-delta' as const)
type FrameFate = typeof frameFate extends fc.Arbitrary<infer Value> ? Value : never

/** Selects one of the devices or messages: taken modulo their number. */
const anyOne = fc.nat({ max: 30 })

/** An action of a person on a message, which is selected by `at`. */
export const messageStep = fc.record({
  kind: fc.constantFrom(
    'regenerate' as const,
    'select' as const,
    'edit' as const,
    'branch' as const,
    'remove' as const,
    'continue' as const,
  ),
  at: anyOne,
})

/** An event of one device: `cut` closes its connection and drops everything in transit. */
export const deviceStep = fc.record({
  kind: fc.constantFrom('cut' as const, 'link' as const, 'older' as const, 'wait' as const),
  device: anyOne,
})

export const writeStep = fc.record({ kind: fc.constant('write' as const), device: anyOne })

export const receiveStep = fc.record({
  kind: fc.constant('receive' as const),
  device: anyOne,
  count: fc.integer({ min: 1, max: 8 }),
  fate: frameFate,
})

interface DeviceInput {
  name: string
  chat: Chat
  page: MessagePage
  getMessages: ChatPorts['getMessages']
  newClientId: () => string
}

/** A device with one open chat, on a connection that can be cut, and can repeat or drop deltas. */
export class Device {
  readonly chat: OpenChat
  #link: DeviceLink | null = null

  constructor({ name, chat, page, getMessages, newClientId }: DeviceInput) {
    const send = (frame: ClientFrame) => {
      this.#link?.send(frame)
      return this.#link !== null
    }
    const outbox = new Outbox(name, {
      store: memoryOutboxStore(true),
      tabs: { self: name, listAlive: async () => new Set<string>() },
      send,
      nowMs: () => 0,
      newClientId,
      schedule: () => () => {},
    })
    this.chat = new OpenChat(chat, page, outbox, { send, getMessages, markRead: async () => {} })
  }

  get isLinked(): boolean {
    return this.#link !== null
  }

  /** Reconnects and requests what was missed. */
  link(link: DeviceLink): void {
    this.#link = link
    this.chat.setConnected(true)
    link.send({ type: 'sync', ...this.chat.syncState() })
    this.chat.outbox.setConnected(true)
  }

  cut(): void {
    this.#link?.close()
    this.#link = null
    this.chat.setConnected(false)
    this.chat.outbox.setConnected(false)
  }

  receive(count: number, fate: FrameFate): void {
    for (let index = 0; index < count; index++) {
      const frame = this.#link?.take()
      if (!frame) return
      if (fate === 'lost-delta' && frame.type === 'message.delta') continue
      if (frame.type === 'nack') this.chat.outbox.handleNack(frame)
      this.chat.applyFrame(frame)
      if (fate === 'twice') this.chat.applyFrame(frame)
    }
  }

  get shown() {
    return this.chat.snapshot().ids.map((id) => this.chat.message(id))
  }
}
