import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enforceBodyTimeout, timeoutOptions } from './request-timeouts.ts'

const TIMEOUTS = { headersMs: 300, bodyMs: 300, requestMs: 60_000, idleMs: 60_000 }
const app = Fastify(timeoutOptions(TIMEOUTS))
let port = 0

beforeAll(async () => {
  enforceBodyTimeout(app, TIMEOUTS)
  app.post('/echo', async (request) => request.body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port // it listens on TCP
})
afterAll(() => app.close())

/** What the server sends until it closes the connection. */
async function sendAndWait(text: string): Promise<string> {
  const stream = connect(port, '127.0.0.1')
  let answer = ''
  stream.on('data', (data) => {
    answer += String(data)
  })
  stream.on('error', () => undefined)
  stream.write(text)
  await once(stream, 'close')
  return answer
}

const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

it('cuts a request whose headers never end', async () => {
  expect(await sendAndWait(head)).not.toContain('200 OK')
})

it.each([
  ['announced', `${head}Content-Length: 1000\r\n\r\n{"a":`],
  ['chunked', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`],
])('UPL-07: cuts a request whose %s body never ends', async (_name, text) => {
  expect(await sendAndWait(text)).toBe('')
})

it('keeps a connection whose request was complete', async () => {
  const stream = connect(port, '127.0.0.1')
  for (let count = 0; count < 2; count++) {
    stream.write(`${head}Content-Length: 7\r\n\r\n{"a":1}`)
    const [data] = await once(stream, 'data')
    expect(String(data)).toContain('200 OK')
    // Longer than a body may take: the clock of the first request has stopped.
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  expect(stream.destroyed).toBe(false)
  stream.destroy()
})
