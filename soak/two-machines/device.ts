import { randomUUID } from 'node:crypto'
import type { ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import type { Chat, Message, ServerFrame } from '@everkin/contract/types.ts'
import { OpenChat } from '@everkin/web/features/chats/realtime/open-chat.ts'
import { Outbox } from '@everkin/web/features/chats/realtime/outbox.ts'
import { memoryOutboxStore } from '@everkin/web/features/chats/realtime/outbox-store.ts'
import { RealtimeSocket } from '@everkin/web/realtime/realtime-socket.ts'
import type { SocketEnvironment } from '@everkin/web/realtime/socket-environment.ts'
import { WebSocket } from 'ws'
import type { Record, SentPicture } from './record.ts'

/** The pauses of the pages are divided by this, so that minutes hold as much as an hour of a real page. */
const HURRY = 4
const CALL_TIMEOUT_MS = 6_000
const MAX_ATTEMPTS = 6
const HANDSHAKE_TIMEOUT_MS = 4_000

export interface Session {
  personId: string
  token: string
  secret: string
}

export interface DeviceInput {
  name: string
  session: Session
  record: Record
  /** Where the next connection leads: one of the machines, as behind a load balancer. */
  nextUrl(): string
  random(): number
}

/** An answer of the server that is not a success, or none. `code` is null where nothing came back. */
export class CallFailed extends Error {
  readonly code: number | null

  constructor(path: string, code: number | null) {
    super(`${path}: ${code ?? 'no answer'}`)
    this.code = code
  }
}

/** A tab of a person: the page's own socket, outbox and conversations, without the page. */
export class SiteDevice {
  readonly name: string
  readonly outbox: Outbox
  readonly chats: OpenChat[] = []
  readonly #input: DeviceInput
  readonly #socket: RealtimeSocket
  #url: string
  #connection: WebSocket | null = null

  constructor(input: DeviceInput) {
    this.name = input.name
    this.#input = input
    this.#url = input.nextUrl()
    this.#socket = new RealtimeSocket(this.#environment(), input.session.personId)
    this.outbox = new Outbox(input.session.personId, {
      store: memoryOutboxStore(),
      tabs: { self: input.name, listAlive: async () => new Set<string>() },
      send: (frame) => this.#socket.send(frame),
      nowMs: Date.now,
      newClientId: randomUUID,
      schedule,
    })
    this.#socket.onFrame((frame) => this.#receive(frame))
    this.#socket.state.subscribe(() => {
      const isOpen = this.isConnected
      this.outbox.setConnected(isOpen)
      for (const chat of this.chats) chat.setConnected(isOpen)
    })
    this.#socket.addSyncSource(() => {
      const known = this.chats.map((chat) => chat.syncState())
      return { chats: known.flatMap(({ chats }) => chats), streams: known.flatMap(({ streams }) => streams) }
    })
  }

  /** What names the person of a call. */
  get headers(): { [name: string]: string } {
    const { token, secret } = this.#input.session
    return { 'user-token': token, authorization: `Bearer ${secret}`, platform: '1' }
  }

  get isConnected(): boolean {
    return this.#socket.state.get() === 'open'
  }

  /** Opens a conversation as its page does. */
  async open(chatId: string): Promise<void> {
    const chat = await this.call<Chat>(`/api/chat/info?chat_id=${chatId}`)
    const page = await this.#getMessages({ chat_id: chatId })
    const send: ConstructorParameters<typeof OpenChat>[3]['send'] = (frame) => this.#socket.send(frame)
    this.chats.push(
      new OpenChat(chat, page, this.outbox, {
        send,
        getMessages: (query) => this.#getMessages(query),
        markRead: async () => undefined,
      }),
    )
  }

  start(): void {
    this.#socket.start()
  }

  stop(): void {
    this.#socket.stop()
  }

  /** Loses the connection. The socket opens another one, and catches up. */
  cut(): void {
    this.#connection?.terminate()
  }

  write(chat: OpenChat, text: string, picture: SentPicture | null = null): void {
    const pictures = picture ? [{ id: picture.id, thumbnail: '' }] : []
    const added = this.outbox.add(chat.chatId, text, { pictures })
    if (!added) return
    const { record } = this.#input
    record.written.set(added.item.client_id, {
      chatId: chat.chatId,
      device: this.name,
      text,
      picture,
      acknowledgedAs: null,
    })
  }

  /** The path as this device shows it, oldest first. */
  shown(chat: OpenChat): Message[] {
    return chat.snapshot().ids.flatMap((id) => chat.message(id) ?? [])
  }

  /** Calls an operation at the machine to which this device is connected. @throws CallFailed. */
  async call<Data>(path: string, body?: object | FormData): Promise<Data> {
    const isForm = body instanceof FormData
    const reply = await fetch(this.#url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...this.headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    }).catch(() => null)
    const envelope = (await reply?.json().catch(() => null)) as { code: number; data: Data } | null | undefined // the envelope
    if (!envelope) throw new CallFailed(path.replace(/\?.*/, ''), null)
    if (envelope.code !== 1) throw new CallFailed(path.replace(/\?.*/, ''), envelope.code)
    return envelope.data
  }

  /** `call` with retries, for answers that must come once everything works: earlier connections may still be dead. */
  async ask<Data>(path: string): Promise<Data> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.call<Data>(path)
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS) throw error
      }
    }
  }

  async #getMessages(query: ApiQuery<'GET /api/chat/getMessages'>): Promise<ApiData<'GET /api/chat/getMessages'>> {
    const fields = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
    return this.call(`/api/chat/getMessages?${new URLSearchParams(fields)}`)
  }

  #receive(frame: ServerFrame): void {
    this.#input.record.note(frame)
    if (frame.type === 'ack') this.outbox.remove(frame.client_id)
    if (frame.type === 'nack') this.outbox.handleNack(frame)
    if (frame.type === 'wallet.updated') this.outbox.updateWallet(frame.wallet)
    for (const chat of this.chats) chat.applyFrame(frame)
  }

  #environment(): SocketEnvironment {
    const { session, nextUrl, random } = this.#input
    return {
      open: (token, handlers) => {
        this.#url = nextUrl()
        const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/ws?token=${token}&language=en`, {
          headers: { authorization: `Bearer ${session.secret}` },
          perMessageDeflate: false,
          handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
        })
        this.#connection = socket
        socket.on('message', (data) => handlers.message(String(data)))
        socket.on('error', () => undefined)
        socket.on('close', (code) => handlers.close(code))
        return { send: (data) => socket.send(data), close: () => socket.terminate() }
      },
      readToken: () => session.token,
      nowMs: () => performance.now(),
      random,
      warn: () => undefined,
      schedule,
      onReturn: () => () => undefined,
    }
  }
}

function schedule(delayMs: number, work: () => void): () => void {
  const timer = setTimeout(work, delayMs / HURRY)
  return () => clearTimeout(timer)
}
