import { escapeMarkup } from '@everkin/contract/escape-markup.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Mail } from '../mailer.ts'
import type { Purpose } from './sign-in-store.ts'

/**
 * The mail with a code. The code is never in the subject (it shows on lock screens), is six unbroken digits in the
 * text, and is left-to-right in a right-to-left mail.
 */
export function codeMail(
  mail: { to: string; code: string; purpose: Purpose; locale: Locale },
  translate: Translate,
): Mail {
  const { code, locale } = mail
  const keys = TEXT_KEYS[mail.purpose]
  const text = translate(keys.body, { code, duration: minutes(LIMITS.codeLifeMs, locale) })
  return {
    to: mail.to,
    subject: translate(keys.subject),
    text,
    html: mailHtml(text, locale, code),
    locale,
  }
}

const TEXT_KEYS = {
  login: { subject: 'accounts.mail.code.subject', body: 'accounts.mail.code.body' },
  confirm: { subject: 'accounts.mail.confirm.subject', body: 'accounts.mail.confirm.body' },
  reset: { subject: 'accounts.mail.reset.subject', body: 'accounts.mail.reset.body' },
} as const satisfies Record<Purpose, { subject: string; body: string }>

function minutes(durationMs: number, locale: Locale): string {
  const format = new Intl.NumberFormat(LOCALES[locale].intl, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const parts = format.formatToParts(durationMs / MINUTE_MS).map(({ value }) => value.trim())
  return parts.filter((part) => part !== '').join(BEFORE_UNIT[locale] ?? '\u00a0')
}

/** Japanese writes number and unit without a space; the other languages use a no-break space. */
const BEFORE_UNIT: Partial<Record<Locale, string>> = { ja: '', zh: ' ' }

const CODE_STYLE = 'font-size:32px;font-weight:700;letter-spacing:0.2em;margin:24px 0;text-align:start'

/** The HTML form of a mail's text; the paragraph that is a code is set large. */
export function mailHtml(text: string, locale: Locale, code: string | null = null): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph.trim() === code
        ? `<p style="${CODE_STYLE}"><bdi dir="ltr">${code}</bdi></p>`
        : `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="${locale}" dir="${LOCALES[locale].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family:Georgia,serif;font-size:17px;line-height:1.5;max-width:34em;margin:0 auto;padding:24px">
${paragraphs}
</body>
</html>
`
}
