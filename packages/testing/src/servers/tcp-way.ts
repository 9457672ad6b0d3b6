import { connect, createServer, type Socket } from 'node:net'

/** `cut` closes every connection, `silent` accepts them and swallows what is sent. */
type WayState = 'open' | 'cut' | 'silent'

export interface TcpWay {
  /** The address of the server by this way. */
  url: string
  /** Changes what happens to new connections, and closes those that are open. */
  turn(next: WayState): void
  close(): void
}

/** A way to a server on this machine that can be cut, on a free port by default. */
export async function openWay(to: URL, port = 0): Promise<TcpWay> {
  const open = new Set<Socket>()
  let state: WayState = 'open'
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    if (state === 'cut') return socket.destroy()
    if (state === 'silent') return
    const onward = connect(Number(to.port), to.hostname)
    open.add(onward)
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    onward.on('close', () => {
      open.delete(onward)
      socket.destroy()
    })
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = new URL(to)
  url.port = String((server.address() as { port: number }).port) // a TCP server's address
  return {
    url: url.href,
    turn(next) {
      state = next
      for (const socket of open) socket.destroy()
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
