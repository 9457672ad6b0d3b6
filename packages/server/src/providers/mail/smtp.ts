import { createTransport } from 'nodemailer'
import type { Mailer } from '../../modules/accounts/module.ts'
import { isPrivateHost } from '../../platform/private-hosts.ts'

const SMTP_TIMEOUT_MS = 10_000

/**
 * Sends through the SMTP server at `url` (`smtp://` or `smtps://`, with user and password if required). A server outside
 * the private network must offer TLS, since mails contain sign-in codes; the query `tls=optional` allows it not to, and
 * `tls=required` demands it of a private one too. A mail that is not accepted within ten seconds is rejected.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const server = new URL(url)
  const tls = server.searchParams.get('tls') ?? (isPrivateHost(server.hostname) ? 'optional' : 'required')
  server.searchParams.delete('tls')
  const transport = createTransport(
    {
      url: server.href,
      requireTLS: server.protocol === 'smtp:' && tls !== 'optional',
      pool: false,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async send({ to, subject, text, html, locale }) {
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
      })
    },
  }
}
