import type { Locale } from '@everkin/contract/locales.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
}

/** Sends mail; implemented in `providers/mail`. */
export interface Mailer {
  /**
   * Resolves once the mail has been accepted for delivery; rejects when it has not, after logging why.
   * @throws AddressRejected when no mail to this address is accepted.
   */
  send(mail: Mail): Promise<void>
}

/** The mail server permanently rejects the address: another attempt would fail as well. */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected'
  /** Such a mail says nothing about the state of the mail server. */
  readonly fault = 'rejected'
}
