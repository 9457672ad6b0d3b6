import { type AddressInfo, createServer, connect as openConnection, type Socket } from 'node:net'

/** A TCP connection of one part to another, which can be disturbed. Everything passes through it unread. */
export interface TcpProxy {
  readonly port: number
  /** Every byte takes so long from now on, in each direction; the order stays. */
  delay(delayMs: number): void
  /** Resets all open connections; new ones are accepted. */
  cut(): void
  /** Resets all connections, new ones too. */
  refuse(): void
  /** Swallows everything that is sent, without closing anything. */
  blackHole(): void
  /** Ends all of that. Connections that have lost bytes stay silent permanently, as after a forgetful firewall. */
  pass(): void
  /** The same, and connections that have lost bytes are reset. */
  heal(): void
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
  hasLostBytes: boolean
}

/** Listens on 127.0.0.1, on a free port by default, and passes everything on to another port there. */
export async function startTcpProxy(targetPort: number, ownPort = 0): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let delayMs = 0
  let isHole = false
  let isRefusing = false

  /** Passes on what `from` sends, in order, even when the delay shrinks meanwhile. */
  function forward(pair: Pair, from: Socket, to: Socket): void {
    const waiting: { dueMs: number; work: () => void }[] = []
    const drain = () => {
      for (let next = waiting[0]; next && next.dueMs <= performance.now(); next = waiting[0]) {
        waiting.shift()
        next.work()
      }
      if (waiting[0]) setTimeout(drain, Math.max(0, waiting[0].dueMs - performance.now()))
    }
    const later = (work: () => void) => {
      if (waiting.length === 0 && delayMs === 0) return work()
      waiting.push({ dueMs: Math.max(waiting.at(-1)?.dueMs ?? 0, performance.now() + delayMs), work })
      if (waiting.length === 1) setTimeout(drain, delayMs)
    }
    from.on('data', (bytes) => {
      if (isHole) pair.hasLostBytes = true
      else later(() => !to.destroyed && !pair.hasLostBytes && to.write(bytes))
    })
    const end = () => {
      if (isHole || pair.hasLostBytes) pair.hasLostBytes = true
      else
        later(() => {
          to.destroy()
          pairs.delete(pair)
        })
    }
    from.on('end', end)
    from.on('error', end)
    from.on('close', end)
  }

  const server = createServer({ noDelay: true }, (near) => {
    if (isRefusing) {
      near.resetAndDestroy()
      return
    }
    const far = openConnection({ port: targetPort, host: '127.0.0.1', noDelay: true })
    const pair: Pair = { near, far, hasLostBytes: isHole }
    pairs.add(pair)
    forward(pair, near, far)
    forward(pair, far, near)
  })
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port

  const reset = (isDue: (pair: Pair) => boolean) => {
    for (const pair of [...pairs].filter(isDue)) {
      pairs.delete(pair)
      pair.near.resetAndDestroy()
      pair.far.resetAndDestroy()
    }
  }
  const pass = () => {
    delayMs = 0
    isHole = false
    isRefusing = false
  }
  return {
    port,
    delay: (ms) => {
      delayMs = ms
    },
    cut: () => reset(() => true),
    refuse: () => {
      isRefusing = true
      reset(() => true)
    },
    blackHole: () => {
      isHole = true
    },
    pass,
    heal: () => {
      pass()
      reset((pair) => pair.hasLostBytes)
    },
    close: async () => {
      reset(() => true)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
