import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { EventReply, sendEvents, sendFile } from './stream-reply.ts'

describe('a streamed reply', () => {
  let app = fastify()
  afterEach(() => app.close())

  /** A server whose every reply waits for `begin` before its first part; it counts the producers that have not ended. */
  async function serve() {
    const begin = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let running = 0
    const ended = new AbortController()
    async function* produce<Part>(part: Part) {
      running += 1
      begun.resolve()
      try {
        await begin.promise
        for (let i = 0; i < 10_000; i++) yield part
      } finally {
        running -= 1
      }
    }
    app = fastify()
    app.get('/events', (_request, reply) =>
      sendEvents(reply, z.object({ a: z.string() }), new EventReply(produce({ a: 'x'.repeat(1000) })), ended.signal),
    )
    app.get('/file', (_request, reply) =>
      sendFile(reply, 'text/plain', { name: 'a.txt', pieces: produce(Buffer.alloc(1000)) }, ended.signal),
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number } // it listens on TCP
    const ask = (path: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
      return socket
    }
    return { begin, begun, ended, port, ask, running: () => running }
  }

  it.each(['/events', '/file'])('of %s ends its producer when the client left before the first part', async (path) => {
    const { begin, begun, ask, running } = await serve()
    const socket = ask(path)
    await begun.promise
    socket.destroy()
    await once(socket, 'close')
    await vi.waitFor(async () => expect(await promisify(app.server.getConnections).call(app.server)).toBe(0))
    begin.resolve()
    await vi.waitFor(() => expect(running()).toBe(0))
  })

  it.each(['/events', '/file'])('of %s is an ordinary error when it is ended before the first part', async (path) => {
    const { begin, begun, ended, port, running } = await serve()
    const reply = fetch(`http://127.0.0.1:${port}${path}`)
    await begun.promise
    ended.abort(Object.assign(new Error('no longer'), { statusCode: 403 }))
    expect(await (await reply).json()).toMatchObject({ statusCode: 403, message: 'no longer' })
    begin.resolve()
    await vi.waitFor(() => expect(running()).toBe(0))
  })

  it.each(['/events', '/file'])('of %s breaks the connection when it is ended in the middle', async (path) => {
    const { begin, ended, port, running } = await serve()
    begin.resolve()
    const reply = await fetch(`http://127.0.0.1:${port}${path}`)
    ended.abort(new Error('no longer'))
    await expect(reply.text()).rejects.toThrow()
    await vi.waitFor(() => expect(running()).toBe(0))
  })

  it.each(['/events', '/file'])('of %s ends its producer when the client leaves in the middle', async (path) => {
    const { begin, ask, running } = await serve()
    const socket = ask(path)
    begin.resolve()
    await once(socket, 'data')
    expect(running()).toBe(1)
    socket.destroy()
    await vi.waitFor(() => expect(running()).toBe(0))
  })
})
