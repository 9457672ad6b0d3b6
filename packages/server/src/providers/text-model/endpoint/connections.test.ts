import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openConnectionAhead } from './connections.ts'
import { postJson } from './post-json.ts'

let server: Server
let url: URL
let connections: Socket[]

beforeEach(async () => {
  connections = []
  server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'text/event-stream').end('data: [DONE]\n\n'))
  })
  server.on('connection', (socket) => connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const post = async () => {
  const response = await postJson(url, {}, '{}', AbortSignal.timeout(10_000))
  await once(response.resume(), 'end')
  return response.statusCode
}
const openAhead = async () => {
  const before = connections.length
  openConnectionAhead(url)
  await vi.waitFor(() => expect(connections).toHaveLength(before + 1))
}

it('opens one connection ahead, which the next request and those after it use', async () => {
  await openAhead()
  openConnectionAhead(url)
  expect(await post()).toBe(200)
  expect(await post()).toBe(200)
  openConnectionAhead(url)
  expect(await post()).toBe(200)
  expect(connections).toHaveLength(1)
})

it('closes a connection without a request after a while, and never one that has had a request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opened = once(server, 'connection')
    openConnectionAhead(url)
    const [used] = (await opened) as [Socket]
    expect(await post()).toBe(200)
    vi.advanceTimersByTime(10 * 60_000)
    expect(await post()).toBe(200)
    expect(connections).toEqual([used])

    const other = createTcpServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const accepted = once(other, 'connection')
    openConnectionAhead(new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`))
    const [unused] = (await accepted) as [Socket]
    const closed = once(unused.resume(), 'close')
    vi.advanceTimersByTime(60_000)
    await closed
    other.close()
  } finally {
    vi.useRealTimers()
  }
})

it('opens another one when the server has closed the first meanwhile', async () => {
  await openAhead()
  connections[0]?.end()
  await once(connections[0] as Socket, 'close')
  expect(await post()).toBe(200)
  expect(connections).toHaveLength(2)
})

it('sends a request again whose connection is reset as it is sent', async () => {
  // Resets the first connection with its first byte, as a server does that was just closing it.
  let count = 0
  const proxy = createTcpServer((socket) => {
    count += 1
    if (count === 1) socket.once('data', () => socket.resetAndDestroy())
    else socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 0\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const resetting = new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`)
  openConnectionAhead(resetting)
  await vi.waitFor(() => expect(count).toBe(1))
  const response = await postJson(resetting, {}, '{}', AbortSignal.timeout(10_000))
  expect(response.statusCode).toBe(200)
  proxy.close()
})

it('says nothing of a server that cannot be reached: the request does', async () => {
  const { port } = server.address() as AddressInfo
  server.close()
  const gone = new URL(`http://127.0.0.1:${port}/v1`)
  openConnectionAhead(gone)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect(postJson(gone, {}, '{}', AbortSignal.timeout(10_000))).rejects.toMatchObject({ fault: 'unreachable' })
})
