import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that stores every mail. */
export interface Mailbox {
  /** The value for SMTP_URL. */
  readonly url: string
  /** Oldest first. */
  readonly mails: readonly (Email & { recipients: string[] })[]
  /** The next mail to this address after the first `skip`; waits for it at most a minute. */
  mailTo(address: string, skip?: number): Promise<Email>
  /** The six digits of that mail. */
  codeFor(address: string, skip?: number): Promise<string>
  /** Whether mails are rejected from now on. */
  refuse(on: boolean): void
  /** From now on there is no such mailbox. */
  remove(address: string): void
  close(): Promise<void>
}

const TIMEOUT_MS = 60_000

/** Starts a mailbox on a free port of 127.0.0.1. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: (Email & { recipients: string[] })[] = []
  const waiting = new Set<() => void>()
  let isRefusing = false
  const removed = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, callback) {
      if (!removed.has(address)) return callback()
      callback(Object.assign(new Error(`5.1.1 <${address}>: User unknown`), { responseCode: 550 }))
    },
    onData(stream, session, callback) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        if (isRefusing) return callback(new Error('mailbox full'))
        PostalMime.parse(Buffer.concat(pieces)).then((mail) => {
          mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) })
          for (const wake of waiting) wake()
          callback()
        }, callback)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // a TCP server's address is never a string

  const find = (address: string, skip: number) => mails.filter((mail) => mail.recipients.includes(address))[skip]
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async mailTo(address, skip = 0) {
      const deadline = Date.now() + TIMEOUT_MS
      for (;;) {
        const mail = find(address, skip)
        if (mail) return mail
        const restMs = deadline - Date.now()
        if (restMs <= 0) throw new Error('no mail arrived')
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, restMs)
          function done() {
            clearTimeout(timer)
            waiting.delete(done)
            resolve()
          }
          waiting.add(done)
        })
      }
    },
    async codeFor(address, skip = 0) {
      // Mails about the account arrive between those with codes.
      for (let index = 0, codes = 0; ; index++) {
        const code = (await mailbox.mailTo(address, index)).text?.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
        if (code && codes++ === skip) return code
      }
    },
    refuse(on) {
      isRefusing = on
    },
    remove: (address) => void removed.add(address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailbox
}
