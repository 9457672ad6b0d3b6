import type { Locale } from '@everkin/contract/locales.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
}

/** Sends mail. Types only; `providers/mail` does it. */
export interface Mailer {
  /** Resolves once the mail is in someone's hands; rejects when it is not. */
  send(mail: Mail): Promise<void>
}
