import { randomUUID } from 'node:crypto'
import type { ServerFrame } from '@everkin/contract/types.ts'
import { WebSocket } from 'ws'

/** What a client has been promised. */
export interface AcknowledgedMessage {
  clientId: string
  text: string
  messageId: string
}

/**
 * A person who writes without pause, whatever happens to the server: keeps unacknowledged messages, reconnects, and
 * sends them again under the same id, as the web's outbox does.
 */
export class ChatClient {
  readonly acknowledged: AcknowledgedMessage[] = []
  private readonly url: string
  private readonly headers: Record<string, string>
  private readonly chatId: string
  private readonly name: string
  private pending: { clientId: string; text: string }[] = []
  private socket: WebSocket | null = null
  private count = 0
  private isTalking = false

  constructor(talker: { name: string; url: string; headers: Record<string, string>; chatId: string }) {
    this.name = talker.name
    this.url = talker.url
    this.headers = talker.headers
    this.chatId = talker.chatId
  }

  start(): void {
    this.isTalking = true
    this.connect()
  }

  /** Sends no new messages; resolves when everything is acknowledged. */
  async finish(withinMs: number): Promise<void> {
    this.isTalking = false
    const started = performance.now()
    while (this.pending.length > 0) {
      if (performance.now() - started > withinMs)
        throw new Error(`${this.name}: ${this.pending.length} messages were never acknowledged`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    this.socket?.close()
  }

  private connect(): void {
    const socket = new WebSocket(this.url, { headers: this.headers, perMessageDeflate: false })
    this.socket = socket
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as ServerFrame)) // what the server sends
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.isTalking || this.pending.length > 0) setTimeout(() => this.connect(), 100)
    })
  }

  private receive(frame: ServerFrame): void {
    if (frame.type === 'ready') {
      if (this.pending.length === 0) this.say()
      else for (const item of this.pending) this.send(item)
    } else if (frame.type === 'ack') {
      const item = this.pending.find((waiting) => waiting.clientId === frame.client_id)
      if (!item) return
      this.pending = this.pending.filter((waiting) => waiting !== item)
      this.acknowledged.push({ ...item, messageId: frame.message.id })
      // Sometimes several at once, so that messages arrive while a reply streams.
      if (this.isTalking) setTimeout(() => this.say(), this.count % 3 === 0 ? 120 : 5)
    } else if (frame.type === 'nack') throw new Error(`${this.name}: rejected with ${frame.code}`)
  }

  private say(): void {
    if (!this.isTalking) return
    const item = { clientId: randomUUID(), text: `${this.name} says ${++this.count}` }
    this.pending.push(item)
    this.send(item)
  }

  private send({ clientId, text }: { clientId: string; text: string }): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify({ type: 'message.send', chat_id: this.chatId, client_id: clientId, text }))
  }
}
