import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { MeasuredProcess } from './processes.ts'
import { sleep } from './processes.ts'
import { timeOfWord } from './stamped-words.ts'
import { cpuMs } from './statistics.ts'

/** Everkin or the relay, with one open socket for each chat. */
export interface Side {
  pid: number
  sockets: WebSocket[]
  /** Requests a reply in a chat. */
  ask(index: number): void
  wordsOf(frame: Frame): string | null
  isEnd(frame: Frame): boolean
  /** Called for a request that is refused. Without it, the first one ends the measurement. */
  onRefused?: () => void
  close(): void
}

/** A client that is told to come back waits for a moment. */
const AFTER_REFUSAL_MS = 200

/** A frame of either server. */
interface Frame {
  type: string
  text?: string
}

export interface Turn {
  firstMs: number
  /** The age of each word when it arrived. */
  agesMs: number[]
}

/** A chat of a signed-in person. */
export interface OwnChat {
  token: string
  secret: string
  chatId: string
}

export async function relaySide(relay: MeasuredProcess, count: number): Promise<Side> {
  const sockets = await Promise.all(Array.from({ length: count }, () => connect(`ws://127.0.0.1:${relay.port}/`, {})))
  return {
    pid: relay.pid,
    sockets,
    ask: (index) => sockets[index]!.send(JSON.stringify({ text: 'And then?' })),
    wordsOf: (frame) => (frame.type === 'delta' ? (frame.text ?? null) : null),
    isEnd: (frame) => frame.type === 'end',
    close: () => closeAll(sockets),
  }
}

export async function everkinSide(everkin: MeasuredProcess, chats: readonly OwnChat[]): Promise<Side> {
  const sockets = await Promise.all(
    chats.map(({ token, secret }) =>
      connect(`ws://127.0.0.1:${everkin.port}/ws?token=${token}`, { authorization: `Bearer ${secret}` }),
    ),
  )
  return {
    pid: everkin.pid,
    sockets,
    ask: (index) =>
      sockets[index]!.send(
        JSON.stringify({
          type: 'message.send',
          chat_id: chats[index]!.chatId,
          client_id: randomUUID(),
          text: 'And then?',
        }),
      ),
    wordsOf: (frame) => (frame.type === 'message.delta' ? (frame.text ?? null) : null),
    isEnd: (frame) => frame.type === 'message.completed',
    close: () => closeAll(sockets),
  }
}

/** Each chat requests one reply, within `staggerMs`. */
export async function askOnce(side: Side, staggerMs: number): Promise<Turn[]> {
  const turns = await Promise.all(
    side.sockets.map(async (_, index) => {
      await sleep((index * staggerMs) / side.sockets.length)
      return askAt(side, index)
    }),
  )
  return turns.flatMap((turn) => turn ?? [])
}

/** Each chat asks again as soon as it is answered, for `durationMs`. */
export async function askAgain(side: Side, durationMs: number, staggerMs: number): Promise<Turn[]> {
  const turns: Turn[] = []
  const until = performance.now() + durationMs
  await Promise.all(
    side.sockets.map(async (_, index) => {
      await sleep((index * staggerMs) / side.sockets.length)
      while (performance.now() < until) {
        const turn = await askAt(side, index)
        if (turn) turns.push(turn)
        else await sleep(AFTER_REFUSAL_MS)
      }
    }),
  )
  return turns
}

/**
 * Requests arrive whether or not earlier ones are answered, at random times that are the same in every run. One that finds
 * no free chat waits for one, and its first word counts from when it arrived.
 */
export async function askOpenLoop(side: Side, perSecond: number, durationMs: number): Promise<Turn[]> {
  const free = side.sockets.map((_, index) => index)
  const waiting: ((index: number) => void)[] = []
  const begin = () => {
    const index = free.shift()
    return index === undefined ? new Promise<number>((resolve) => waiting.push(resolve)) : Promise.resolve(index)
  }
  const end = (index: number) => {
    const next = waiting.shift()
    if (next) next(index)
    else free.push(index)
  }
  const started = performance.now()
  const asked: Promise<Turn | null>[] = []
  for (let dueMs = 0, seed = 1_234_567_891; ; ) {
    seed = (seed * 48_271) % 2_147_483_647 // the generator "minstd"
    dueMs += (-Math.log(seed / 2_147_483_647) * 1000) / perSecond
    if (dueMs > durationMs) break
    await sleep(Math.max(0, started + dueMs - performance.now()))
    const arrived = started + dueMs
    asked.push(
      begin().then(async (index) => {
        const waitedMs = performance.now() - arrived
        const turn = await askAt(side, index).finally(() => end(index))
        return turn && { ...turn, firstMs: turn.firstMs + waitedMs }
      }),
    )
  }
  return (await Promise.all(asked)).flatMap((turn) => turn ?? [])
}

/** What `work` returns, and the processor time that the side used meanwhile and shortly afterwards. */
export async function withCpu<Result>(
  side: Side,
  work: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  const before = cpuMs(side.pid)
  const result = await work()
  await sleep(60) // work after the last word belongs to the turn
  return { result, ms: cpuMs(side.pid) - before }
}

/** Null for a request that was refused. */
function askAt(side: Side, index: number): Promise<Turn | null> {
  const socket = side.sockets[index]!
  return new Promise((resolve, reject) => {
    const turn: Turn = { firstMs: Number.NaN, agesMs: [] }
    const stopListening = () => {
      socket.off('message', receive)
      socket.off('close', fail)
    }
    const end = (error: Error | null) => {
      stopListening()
      if (error) reject(error)
      else resolve(turn)
    }
    const refuse = (error: Error) => {
      if (!side.onRefused) return end(error)
      side.onRefused()
      stopListening()
      resolve(null)
    }
    const fail = (code: number) => end(new Error(`a socket was closed with ${code}`))
    const receive = (data: unknown) => {
      const now = performance.now()
      const frame = JSON.parse(String(data)) as Frame // frames of either server
      if (frame.type === 'nack' || frame.type === 'error') return refuse(new Error(String(data)))
      const words = side.wordsOf(frame)
      if (words) {
        if (Number.isNaN(turn.firstMs)) turn.firstMs = now - askedAt
        for (const word of words.trim().split(' ')) turn.agesMs.push(performance.timeOrigin + now - timeOfWord(word))
      }
      if (side.isEnd(frame)) end(null)
    }
    socket.on('message', receive)
    socket.on('close', fail)
    const askedAt = performance.now()
    side.ask(index)
  })
}

function connect(url: string, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

function closeAll(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) {
    socket.removeAllListeners('close')
    socket.close()
  }
}
