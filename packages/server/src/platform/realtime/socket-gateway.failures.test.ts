import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type GatewayServices, openSocketGateway } from './socket-gateway.ts'

/** A gateway in which everyone is signed in and no frame is answered, and its log lines. */
async function startGateway() {
  const lines: Record<string, unknown>[] = []
  const server = createServer()
  const gateway = openSocketGateway(server, {
    hub: { add: () => true, sessionIds: () => [], remove: () => undefined, send: () => undefined },
    log: pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    identify: async () => ({ personId: 'person', sessionId: 'session', role: null, lang: 'en' }),
    onConnect: async () => undefined,
    handle: async () => undefined,
    countryOf: () => null,
    forwarded: { networkOf: () => '127.0.0.1', isSecure: () => false },
    isOwnHost: () => true,
    limitsEnabled: false,
    publicUrl: null,
  } as unknown as GatewayServices) // all that these sockets touch
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    gateway.terminate()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const connect = async () => {
    const headers = { authorization: 'Bearer secret-half' }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=secret-token`, { headers })
    await new Promise((resolve) => socket.once('open', resolve))
    return socket
  }
  return { lines, connect }
}

const ended = (socket: WebSocket) => new Promise((resolve) => socket.once('close', resolve))

it('logs one line with the code for a frame that is too large, and nothing of its contents', async () => {
  const { lines, connect } = await startGateway()
  const socket = await connect()
  socket.send('private words'.repeat(10_000))
  await ended(socket)
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 40, msg: 'a live connection failed' })
  expect(JSON.stringify(lines)).toMatch(/"code":(1006|1009)/)
  expect(JSON.stringify(lines)).not.toMatch(/private words|secret/)
})

it('logs one line for binary data in place of text', async () => {
  const { lines, connect } = await startGateway()
  const socket = await connect()
  socket.send(Buffer.from([1, 2, 3]))
  await ended(socket)
  await expect.poll(() => lines).toMatchObject([{ code: 1003, msg: 'a live connection failed' }])
})

it('logs nothing when a client disconnects', async () => {
  const { lines, connect } = await startGateway()
  const socket = await connect()
  socket.close(1000)
  await ended(socket)
  const vanished = await connect()
  vanished.terminate()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lines).toEqual([])
})
