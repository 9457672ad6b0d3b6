import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { acceptMultipart, receiveUpload, type UploadPace } from './parse-upload.ts'
import { createUploadGate } from './upload-gate.ts'

const KIB = 1024
const MIB = 1024 * KIB

let folder = ''
let app: FastifyInstance
/** What happened, in order. */
let events: string[] = []
let pace: UploadPace
let refuse: AppError | null = null
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-receive-'))
  events = []
  refuse = null
  pace = { deadlineMs: 60_000, windowMs: 60_000, windowBytes: 1 }
  const gate = createUploadGate(folder, { assert: async () => undefined })
  app = Fastify({ forceCloseConnections: true })
  await acceptMultipart(app)
  app.post('/', async (request) => {
    const slot = await gate.open('a')
    const countBytes = (bytes: number) => {
      if (!events.includes('received')) events.push('received')
      slot.countBytes(bytes)
    }
    const reception = {
      upload: { mostBytes: 2 * MIB, second: { field: 'poster', mostBytes: KIB }, accepted: ['PNG'] },
      slot: { ...slot, countBytes },
      check: async (fields: object) => {
        events.push(`checked ${JSON.stringify(fields)}`)
        if (refuse) throw refuse
      },
      pace,
    }
    return receiveUpload(request, reception, async (form) => {
      events.push('handled')
      return Object.fromEntries(
        Object.entries(form).map(([name, value]) => [name, value instanceof Uint8Array ? value.length : value]),
      )
    }).catch((error: unknown) => ({ error: error instanceof AppError ? error.errorName : String(error) }))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
const port = () => (app.server.address() as AddressInfo).port // it listens on a port

async function send(parts: Record<string, string | Uint8Array>): Promise<unknown> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new Blob([new Uint8Array(part)]), 'any')
  return (await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body: form })).json()
}

describe('receiving an upload', () => {
  it('passes fields and files on, byte for byte, and leaves nothing on disk', async () => {
    const reply = await send({ purpose: 'card', file: new Uint8Array(2 * MIB), poster: new Uint8Array(10) })
    expect(reply).toEqual({ purpose: 'card', file: 2 * MIB, poster: 10 })
    expect(events).toEqual(['checked {"purpose":"card"}', 'received', 'handled'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('checks before the first byte of the file is stored, and stores nothing of a refused one', async () => {
    refuse = new AppError('AgeNotOpen', { reason: 'age_unknown' })
    expect(await send({ purpose: 'card', file: new Uint8Array(MIB) })).toEqual({ error: 'AgeNotOpen' })
    expect(events).toEqual(['checked {"purpose":"card"}'])
  })

  it('reads a rejected upload to its end, so that the answer arrives, and serves the next one', async () => {
    refuse = new AppError('AgeNotOpen', { reason: 'age_unknown' })
    expect(await send({ file: new Uint8Array(2 * MIB), poster: new Uint8Array(10) })).toEqual({ error: 'AgeNotOpen' })
    expect(await send({ file: new Uint8Array(2 * MIB + 1) })).toEqual({ error: 'AgeNotOpen' })
    refuse = null
    expect(await send({ file: new Uint8Array(5) })).toEqual({ file: 5 })
  })

  it('rejects files that are too large, and two files under one name', async () => {
    expect(await send({ file: new Uint8Array(2 * MIB + 1) })).toEqual({ error: 'TooLarge' })
    expect(await send({ file: new Uint8Array(1), poster: new Uint8Array(KIB + 1) })).toEqual({ error: 'TooLarge' })
    const form = new FormData()
    for (const name of ['file', 'file']) form.append(name, new Blob(['x']), 'any')
    const reply = await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body: form })
    expect(await reply.json()).toEqual({ error: 'InvalidInput' })
    expect(events.filter((event) => event === 'handled')).toEqual([])
  })

  it.each([
    ['is slower than the least rate', { deadlineMs: 60_000, windowMs: 50, windowBytes: KIB }],
    ['takes longer than the deadline, however fast it is', { deadlineMs: 300, windowMs: 60_000, windowBytes: 1 }],
  ])('UPL-07: cuts an upload that %s', async (_name, chosen) => {
    pace = chosen
    await sendForever()
    expect(events).not.toContain('handled')
  })

  /** Sends five bytes every five milliseconds, until the server hangs up. */
  function sendForever(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(port(), '127.0.0.1', () => {
        socket.write(
          'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 2000000\r\n\r\n' +
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
        )
      })
      const timer = setInterval(() => socket.write('y'.repeat(5)), 5)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(timer)
        resolve()
      })
    })
  }
})
