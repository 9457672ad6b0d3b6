import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What is answered: the greeting, a command, or the mail itself. */
type Step = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'mail'

/** A line; or nothing at all; or a line that never ends, a byte at a time. */
type Answer = string | { hangs: 'silent' | 'trickling' }

interface ScriptedSmtpServer {
  /** The value for SMTP_URL. */
  readonly url: string
  /** Changes answers; the others stay. */
  answer(answers: Partial<Record<Step, Answer>>): void
  /** How many clients are connected. */
  connections(): number
  close(): Promise<void>
}

const ACCEPTING: Record<Step, Answer> = {
  greeting: '220 mail.example ready',
  EHLO: '250-mail.example\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  mail: '250 2.0.0 accepted',
}
const TRICKLE_MS = 10

/** A mail server that answers as told, on a free port of 127.0.0.1; it accepts every mail until told otherwise. */
export async function startScriptedSmtpServer(): Promise<ScriptedSmtpServer> {
  const script = { ...ACCEPTING }
  const sockets = new Set<Socket>()

  function reply(socket: Socket, step: Step): void {
    const answer = script[step]
    if (typeof answer === 'string') socket.write(`${answer}\r\n`)
    else if (answer.hangs === 'trickling') {
      const timer = setInterval(() => socket.write('2'), TRICKLE_MS)
      socket.once('close', () => clearInterval(timer))
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined) // clients that give up
    socket.once('close', () => sockets.delete(socket))
    reply(socket, 'greeting')
    let text = ''
    let isInMail = false
    socket.on('data', (bytes) => {
      text += String(bytes)
      for (;;) {
        const end = isInMail ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at < 0) return
        const command = text.slice(0, 4)
        text = text.slice(at + end.length)
        if (isInMail) {
          isInMail = false
          reply(socket, 'mail')
        } else {
          isInMail = command === 'DATA' && String(script.DATA).startsWith('3')
          if (command in script) reply(socket, command as Step) // one of the four letters above
        }
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `smtp://127.0.0.1:${port}`,
    answer: (answers) => void Object.assign(script, answers),
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
