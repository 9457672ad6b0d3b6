import { createTransport } from 'nodemailer'
import type { Mailer } from '../../modules/accounts/module.ts'
import type { Log } from '../../platform/log.ts'
import { isPrivateHost } from '../../platform/private-hosts.ts'
import { explainSmtpFailure } from './smtp-failure.ts'

const SMTP_TIMEOUT_MS = 10_000

export interface SmtpOptions {
  log: Pick<Log, 'info' | 'warn'>
  /** How long sending one mail may take in all, from connecting to acceptance; ten seconds unless given. */
  timeoutMs?: number
}

/**
 * Sends through the SMTP server at `url` (`smtp://` or `smtps://`, with user and password if required). A server outside
 * the private network must offer TLS, since mails contain sign-in codes; the query `tls=optional` allows it not to, and
 * `tls=required` demands it of a private one too. A mail that is not accepted within `timeoutMs` is rejected, and its connection closed.
 */
export function createSmtpMailer(url: string, from: string, { log, timeoutMs = SMTP_TIMEOUT_MS }: SmtpOptions): Mailer {
  const server = new URL(url)
  const tls = server.searchParams.get('tls') ?? (isPrivateHost(server.hostname) ? 'optional' : 'required')
  server.searchParams.delete('tls')
  const transport = createTransport(
    {
      url: server.href,
      requireTLS: server.protocol === 'smtp:' && tls !== 'optional',
      pool: false,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async send({ to, subject, text, html, locale }) {
      // The library's own limits are for each step, so a server that trickles would never reach them.
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Content-Language': locale },
          // Quoted-printable would break long lines anywhere; a code must stay searchable in the source of a mail.
          textEncoding: 'base64',
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        })
      } catch (error) {
        throw explainSmtpFailure(error, signal.aborted, log)
      }
    },
  }
}
