import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 50
const MAX_ATTEMPTS = 600

/** Waits until a program listens on a port of this machine. @throws Error with the program's name after half a minute. */
export async function waitUntilOpen(port: number, program: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await isOpen(port)) return
    await wait(POLL_MS)
  }
  throw new Error(`${program} did not start`)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
