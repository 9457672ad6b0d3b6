import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/**
 * Writes text frames to sockets. All frames of one tick to a socket take one system call, because the call costs more
 * than everything else about a small frame. The frames are put together here, without those of ws: header and text are
 * one piece instead of two.
 */
export function createSocketWriter(): (socket: WebSocket, text: string) => void {
  const corked = new Set<Socket>()
  const uncorkAll = () => {
    for (const stream of corked) stream.uncork()
    corked.clear()
  }
  return (socket, text) => {
    const stream = (socket as unknown as { _socket: Socket | null })._socket // ws has no API to delay a write
    if (!stream) return socket.send(text)
    if (!corked.has(stream)) {
      if (corked.size === 0) setImmediate(uncorkAll)
      corked.add(stream)
      stream.cork()
    }
    stream.write(textFrame(text))
  }
}

const FINAL_TEXT = 0x81
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

/** A whole message of a server that does not compress (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < LENGTH_IN_2_BYTES ? 2 : length < 0x10000 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FINAL_TEXT
  if (headerLength === 2) frame[1] = length
  else if (headerLength === 4) {
    frame[1] = LENGTH_IN_2_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_IN_8_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}
