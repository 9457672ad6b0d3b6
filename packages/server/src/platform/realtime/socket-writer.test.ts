import type { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import { textFrame } from './socket-writer.ts'

/** The reading half of ws, which its types do not name. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => Writable
}

describe('a frame', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('of %i bytes is read by ws as it was written', (length) => {
    const received: string[] = []
    const receiver = new Receiver({ isServer: false })
    receiver.on('message', (data: Buffer) => received.push(data.toString()))
    const text = 'ö'.repeat(length >> 1) + (length % 2 === 1 ? 'x' : '')
    receiver.write(Buffer.concat([textFrame(text), textFrame('next')]))
    expect(received).toEqual([text, 'next'])
  })
})
