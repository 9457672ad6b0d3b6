import { escapeMarkup } from '@everkin/contract/escape-markup.ts'
import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { Mail, Mailer } from '../../modules/accounts/module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

const OUTBOX_SIZE = 50

interface StoredMail extends Mail {
  sentAt: Date
}

/** The outbox of local mode: mails stay in this process's memory, and a page shows them. */
export interface Outbox extends Mailer {
  /** Newest first, at most fifty. */
  mails(): readonly StoredMail[]
}

/** Stores mails instead of sending them. The log says where they are, never their recipient or text (D3). */
export function createOutbox(clock: Clock, log: Log, pageUrl: () => string): Outbox {
  const mails: StoredMail[] = []
  return {
    async send(mail) {
      mails.unshift({ ...mail, sentAt: clock.now() })
      mails.length = Math.min(mails.length, OUTBOX_SIZE)
      log.info(`A mail arrived in the local outbox: ${pageUrl()}`)
    },
    mails: () => mails,
  }
}

const STYLE = `body{font-family:Georgia,serif;font-size:17px;line-height:1.5;max-width:42rem;margin:0 auto;padding:1.5rem;color:#2b2420;background:#faf6ef}
article{border:1px solid #d9cdbd;border-radius:12px;padding:1rem 1.25rem;margin:1rem 0;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:0}p.to{margin:.25rem 0 .75rem;opacity:.75}pre{white-space:pre-wrap;font:inherit;margin:0}
@media (prefers-color-scheme:dark){body{color:#efe6da;background:#1d1815}article{background:#28211d;border-color:#4a3f37}}`

/** The outbox as a page without scripts, in the reader's language; it reloads itself every five seconds. */
export function renderOutboxPage(outbox: Outbox, locale: Locale, translate: Translate): string {
  const title = escapeMarkup(translate('accounts.local.outbox'))
  const times = new Intl.DateTimeFormat(LOCALES[locale].intl, { dateStyle: 'medium', timeStyle: 'medium' })
  return `<!doctype html>
<html lang="${locale}" dir="${LOCALES[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="5">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${outbox
  .mails()
  .map((mail) => mailHtml(mail, times))
  .join('\n')}
</body>
</html>
`
}

function mailHtml(mail: StoredMail, times: Intl.DateTimeFormat): string {
  const { direction } = LOCALES[mail.locale]
  return `<article lang="${mail.locale}" dir="${direction}">
<h2>${escapeMarkup(mail.subject)}</h2>
<p class="to"><bdi>${escapeMarkup(mail.to)}</bdi> · <time datetime="${mail.sentAt.toISOString()}">${escapeMarkup(times.format(mail.sentAt))}</time></p>
<pre>${escapeMarkup(mail.text)}</pre>
</article>`
}
