import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'

// Connections outlive a reply (PERF-R1): a handshake costs more than a first token on the local network.
const AGENT_OPTIONS = { keepAlive: true, keepAliveMsecs: 30_000, scheduling: 'lifo', maxFreeSockets: 256 } as const

/** How long a connection waits for its first request. Many servers close one that has been silent for a minute. */
const MAX_WAIT_MS = 45_000

type Connect = HttpAgent['createConnection']
type ConnectOptions = Parameters<Connect>[0]

/** Connections that were opened before there was a request for them, one per server. */
class WaitingConnections {
  readonly #byServer = new Map<string, { connection: Duplex; timer: NodeJS.Timeout }>()

  add(server: string, connection: Duplex): void {
    const forget = () => {
      if (this.#byServer.get(server)?.connection === connection) this.take(server)
    }
    const timer = setTimeout(() => connection.destroy(), MAX_WAIT_MS).unref()
    this.#byServer.set(server, { connection, timer })
    connection.on('error', forget).once('end', forget).once('close', forget)
  }

  /** The server's connection, which now belongs to the caller and stays open; null without a usable one. */
  take(server: string): Duplex | null {
    const waiting = this.#byServer.get(server)
    if (!waiting) return null
    this.#byServer.delete(server)
    clearTimeout(waiting.timer)
    const { connection } = waiting
    return connection.destroyed || connection.readableEnded ? null : connection
  }

  has(server: string): boolean {
    return this.#byServer.has(server)
  }
}

/** Overrides `createConnection`, the documented way to give an agent a connection of one's own. */
function openingAhead(agent: HttpAgent, connect: Connect) {
  const waiting = new WaitingConnections()
  const taken = new WeakSet<object>()
  agent.createConnection = (options, callback) => {
    const connection = waiting.take(serverOf(options))
    if (!connection) return connect.call(agent, options, callback)
    taken.add(connection)
    return connection
  }
  return {
    agent,
    /** Whether this connection was opened ahead: its server may have closed it meanwhile, as with a kept one. */
    wasOpenedAhead: (connection: object | null) => connection !== null && taken.has(connection),
    openAhead(options: ConnectOptions) {
      const server = serverOf(options)
      const isFree = Object.keys(agent.freeSockets).some((name) => name.startsWith(`${server}:`))
      if (isFree || waiting.has(server)) return
      const connection = connect.call(agent, options, () => undefined)
      if (connection) waiting.add(server, connection)
    },
  }
}

const serverOf = ({ host, port }: { host?: unknown; port?: unknown }) => `${host}:${port}`

function createConnections(Agent: typeof HttpAgent | typeof HttpsAgent) {
  const agent = new Agent(AGENT_OPTIONS as AgentOptions)
  return openingAhead(agent, agent.createConnection)
}

const http = createConnections(HttpAgent)
const https = createConnections(HttpsAgent)

/** The kept connections for requests to this URL. */
export function connectionsTo(url: URL) {
  return url.protocol === 'https:' ? https : http
}

/**
 * Opens a connection to the server of this URL unless one is free, so that the next request need not wait for the
 * handshakes. A server that cannot be reached is noticed by the request.
 */
export function openConnectionAhead(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? 443 : 80)
  connectionsTo(url).openAhead({ host, port: Number(port), ...(isIP(host) ? {} : { servername: host }) })
}
