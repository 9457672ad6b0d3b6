import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ResponseReader } from './response-reader.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let server: Server | null = null

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

/** A response of a server that writes what `write` writes, its reader, and how often its connection was read. */
async function openResponse(write: (response: ServerResponse) => void) {
  server ??= createServer((_, response) => answers.shift()?.(response)).listen(0, '127.0.0.1')
  if (!server.listening) await once(server, 'listening')
  answers.push(write)
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const reads = { count: 0 }
  response.socket.on('data', () => {
    reads.count += 1
  })
  return { response, request, reads, reader: new ResponseReader(response) }
}
const answers: ((response: ServerResponse) => void)[] = []

const textOf = async (reader: ResponseReader): Promise<string> => {
  let text = ''
  for (let bytes = await reader.next(); bytes !== null; bytes = await reader.next()) text += bytes.toString()
  return text
}

/** Writes words with a pause after each. */
async function writeWords(response: ServerResponse, count: number) {
  for (let word = 0; word < count; word += 1) {
    response.write(`${word} `)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('a response reader', () => {
  it('reads what arrives between two calls at once, not piece by piece', async () => {
    let written: Promise<void> | undefined
    const { reader, reads, response } = await openResponse((answer) => {
      written = writeWords(answer, 10)
    })
    let text = String(await reader.next())
    await written
    while (text.length < 20) text += String(await reader.next())
    expect(text).toBe('0 1 2 3 4 5 6 7 8 9 ')
    expect(reads.count).toBeLessThanOrEqual(3)
    response.destroy()
  })

  it('leaves a connection that the next request can use', async () => {
    for (const answer of ['the first', 'the second', 'the third']) {
      const { reader, request } = await openResponse((response) => {
        response.write('')
        response.end(answer)
      })
      expect(await textOf(reader)).toBe(answer)
      expect(request.reusedSocket).toBe(answer !== 'the first')
      await new Promise(setImmediate)
    }
  })

  it('reads a long response whole', async () => {
    const long = 'word '.repeat(200_000)
    const { reader } = await openResponse((response) => response.end(long))
    expect(await textOf(reader)).toBe(long)
  })

  it('throws the reason of a failure after what was read, and that of a stop at once', async () => {
    const failed = await openResponse((response) => response.write('words'))
    await once(failed.response, 'readable').catch(() => undefined)
    failed.reader.fail(new Error('cut off'))
    expect(String(await failed.reader.next())).toBe('words')
    await expect(failed.reader.next()).rejects.toThrow('cut off')
    failed.reader.stop(new Error('stopped'))
    await expect(failed.reader.next()).rejects.toThrow('stopped')
    failed.response.destroy()
  })
})
