import type { Locale } from '@everkin/contract/locales.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
}

/** Sends mail. Types only; implemented in `providers/mail`. */
export interface Mailer {
  /** Resolves once the mail has been accepted for delivery; rejects when it has not. */
  send(mail: Mail): Promise<void>
}
