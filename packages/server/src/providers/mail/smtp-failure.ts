import { AddressRejected } from '../../modules/accounts/module.ts'
import type { Log } from '../../platform/log.ts'
import { isCertificateCode } from '../../platform/system-error.ts'

/** What nodemailer knows of a failed mail. */
interface SmtpError {
  /** nodemailer's own, such as EENVELOPE. */
  code?: string
  /** The system's or that of TLS, which `code` has replaced. */
  originalCode?: string
  /** The command that was answered, or `CONN`. */
  command?: string
  /** The server's answer, which can quote addresses. */
  response?: string
  responseCode?: number
}

/** A mail that the server did not accept, for a reason that lies with the server or with our settings. */
class MailNotSent extends Error {
  readonly code: string
  readonly responseCode: number | undefined

  constructor(code: string, responseCode: number | undefined) {
    super('a mail could not be sent')
    this.code = code
    this.responseCode = responseCode
  }
}

const HINTS = {
  timeout: 'the mail server has not accepted the mail in time',
  certificate:
    'the certificate of the mail server is not trusted: set NODE_EXTRA_CA_CERTS to a file with that of its authority',
  otherName: 'the certificate of the mail server is for another name: use that name in SMTP_URL',
  expired: 'the certificate of the mail server has expired or is not valid yet',
  noTls: 'the mail server does not start TLS: see SMTP_URL',
  login: 'the mail server rejects the sign-in: check user and password in SMTP_URL',
  sender: 'the mail server rejects the sender: check MAIL_FROM, and the user in SMTP_URL',
  policy: 'the mail server does not send this mail for us: check MAIL_FROM, and the user in SMTP_URL',
} as const

/**
 * Logs why a mail was not sent and what to do, without the server's words, which can quote addresses. Returns what to
 * throw: `AddressRejected` when only the address is at fault.
 * @param timedOut whether we gave up
 */
export function explainSmtpFailure(error: unknown, timedOut: boolean, log: Pick<Log, 'info' | 'warn'>): Error {
  const failure = (error ?? {}) as SmtpError // nodemailer's, or any other without these properties
  const reply = replyOf(failure)
  if (failure.command === 'RCPT TO' && isAddressRejected(failure)) {
    log.info({ reply }, 'the mail server rejects the address of a mail')
    return new AddressRejected()
  }
  const hint = timedOut || failure.code === 'ETIMEDOUT' ? 'timeout' : hintOf(failure)
  const code = timedOut ? 'ETIMEDOUT' : (failure.code ?? 'unknown')
  const { command: step, originalCode: cause } = failure
  log.warn({ code, cause, step, reply }, `a mail could not be sent${hint ? `: ${HINTS[hint]}` : ''}`)
  const isCertificate = hint === 'certificate' || hint === 'otherName' || hint === 'expired'
  return new MailNotSent(isCertificate ? 'certificate' : code, failure.responseCode)
}

function hintOf({ code, originalCode = '', command, responseCode = 0 }: SmtpError): keyof typeof HINTS | null {
  if (originalCode === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'otherName'
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(originalCode)) return 'expired'
  if (isCertificateCode(originalCode)) return 'certificate'
  if (command === 'STARTTLS' && responseCode > 0) return 'noTls'
  if (code === 'EAUTH' && responseCode >= 500) return 'login'
  if (responseCode < 500) return null
  if (command === 'MAIL FROM') return 'sender'
  return command === 'RCPT TO' ? 'policy' : null
}

const ENHANCED_CODE = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

/** The codes of the answer alone, such as `550 5.7.1`. */
function replyOf({ response = '', responseCode }: SmtpError): string | undefined {
  if (responseCode === undefined) return undefined
  return [responseCode, ENHANCED_CODE.exec(response)?.[1]].filter(Boolean).join(' ')
}

/** RFC 3463: no such mailbox or domain, bad syntax of the recipient, moved; a disabled or full mailbox. */
const OF_THE_ADDRESS = /^5\.(1\.([1-6]|10)|2\.[0-3])$/
/** These subjects name the sender, the server, the protocol, the content or a policy. */
const OF_SOMETHING_ELSE = /^5\.(1\.[78]|[3567]\.\d+)$/
/** RFC 5321 and 7504, for servers without enhanced codes. */
const CODES_OF_ADDRESSES = [501, 510, 511, 513, 550, 551, 552, 553, 556]
/** Many servers reject a sender, a client or a relay only when the recipient is named, with the same codes. */
const WORDS_OF_A_POLICY =
  /relay|sender|authent|block|blacklist|denylist|spam|policy|reputation|\bhelo\b|\behlo\b|client host|reverse dns|\brdns\b|\bptr\b/i

/** Whether the answer to RCPT TO is permanent and about this address, rather than about the sender or the server. */
function isAddressRejected({ response = '', responseCode = 0 }: SmtpError): boolean {
  if (responseCode < 500) return false
  const enhanced = ENHANCED_CODE.exec(response)?.[1] ?? ''
  if (OF_THE_ADDRESS.test(enhanced)) return true
  if (OF_SOMETHING_ELSE.test(enhanced)) return false
  return CODES_OF_ADDRESSES.includes(responseCode) && !WORDS_OF_A_POLICY.test(response)
}
