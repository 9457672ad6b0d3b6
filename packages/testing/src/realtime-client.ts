import type { ClientFrame, ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import { WebSocket } from 'ws'

/** Long, so that it fails only a test that hangs, not one on a busy machine. */
const TIMEOUT_MS = 60_000
/** What is waited for may come to another client. */
const LOOK_AGAIN_MS = 200

/** A websocket client for tests: stores every frame, and can wait for one. */
export class RealtimeClient {
  readonly frames: ServerFrame[] = []
  closeCode: number | null = null
  private readonly socket: WebSocket
  private readonly listeners = new Set<() => void>()

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false })
    this.socket.on('open', () => this.wake())
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as ServerFrame) // what the server sends
      this.wake()
    })
    this.socket.on('close', (code) => {
      this.closeCode = code
      this.wake()
    })
    this.socket.on('error', () => undefined)
  }

  send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** Sends something that is not a frame of the contract. */
  sendRaw(data: string | Buffer, options: { binary?: boolean } = {}): void {
    this.socket.send(data, options)
  }

  isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** The first frame of a type, from `from` on, that matches; waits for it at most a minute. */
  async next<Type extends ServerFrame['type']>(
    type: Type,
    fits: (frame: ServerFrameOf<Type>) => boolean = () => true,
    from = 0,
  ): Promise<ServerFrameOf<Type>> {
    const find = () =>
      this.frames
        .slice(from)
        .find((frame): frame is ServerFrameOf<Type> => frame.type === type && fits(frame as ServerFrameOf<Type>)) // narrowed by its type
    return this.until(find, `a frame ${type}`)
  }

  /** Waits until the socket is closed and returns the code. */
  closed(): Promise<number> {
    return this.until(() => this.closeCode ?? undefined, 'the close')
  }

  /** Waits until `find` returns something. */
  async until<Value>(find: () => Value | undefined, what: string, withinMs = TIMEOUT_MS): Promise<Value> {
    const started = performance.now()
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      const leftMs = withinMs - (performance.now() - started)
      const seen = this.frames.map((frame) => frame.type).join(' ')
      if (leftMs <= 0) throw new Error(`timed out waiting for ${what}; received: ${seen}`)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          this.listeners.delete(done)
          resolve()
        }
        const timer = setTimeout(done, Math.min(leftMs, LOOK_AGAIN_MS))
        this.listeners.add(done)
      })
    }
  }

  close(): void {
    this.socket.close()
  }

  /** Ends the connection like a broken network. */
  cut(): void {
    this.socket.terminate()
  }

  private wake(): void {
    for (const listener of [...this.listeners]) listener()
  }
}
