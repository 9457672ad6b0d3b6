import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { type Mailbox, openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mailer } from '../../modules/accounts/mailer.ts'
import { codeMail } from '../../modules/accounts/sign-in/code-mail.ts'
import { createLog } from '../../platform/log.ts'
import { loadTexts } from '../../platform/texts.ts'
import { chooseMailer } from './choose.ts'
import { createOutbox, renderOutboxPage } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

const log = createLog('silent')
const texts = loadTexts(log)

describe('mail by SMTP', () => {
  let mailbox: Mailbox
  let mailer: Mailer
  beforeAll(async () => {
    mailbox = await openMailbox()
    const settings = { smtpUrl: mailbox.url, mailFrom: 'Everkin <hello@everkin.test>' }
    mailer = chooseMailer(settings, createTestClock(), createLog('silent'), () => '').mailer
  })
  afterAll(() => mailbox.close())

  const everyMail = LOCALE_CODES.flatMap((locale) =>
    (['login', 'reset'] as const).map((purpose) => ({ locale, purpose })),
  )
  it.each(everyMail)(
    'has the code of $purpose unbroken in the text, not in the subject, in $locale',
    async (wanted) => {
      const { locale, purpose } = wanted
      const to = `${purpose}.${locale}@example.org`
      await mailer.send(codeMail({ to, code: '048213', purpose, locale }, texts.translate(locale)))
      expect(await mailbox.codeFor(to)).toBe('048213')
      const mail = await mailbox.mailTo(to)
      expect(mail.subject).not.toMatch(/\d/)
      expect(mail.subject).not.toBe('')
      expect(mail.text).toContain('\n048213\n')
      expect(mail.html).toContain('>048213<')
      expect(mail.from?.address).toBe('hello@everkin.test')
    },
  )

  it('sets the Arabic mail right to left and its code left to right', async () => {
    const mail = codeMail(
      { to: 'a@example.org', code: '048213', purpose: 'login', locale: 'ar' },
      texts.translate('ar'),
    )
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.html).toMatch(/<p [^>]*><bdi dir="ltr">048213<\/bdi><\/p>/)
  })

  it('sends nothing without TLS where it is required', async () => {
    const mail = codeMail({ to: 'tls@example.org', code: '1', purpose: 'login', locale: 'en' }, texts.translate('en'))
    const send = (query: string) =>
      createSmtpMailer(`${mailbox.url}?${query}`, 'hello@everkin.test', { log }).send(mail)
    await expect(send('tls=required')).rejects.toThrow()
    await send('tls=optional')
    expect((await mailbox.mailTo('tls@example.org')).subject).not.toBe('')
  })

  it('rejects when the server does not accept a mail', async () => {
    mailbox.refuse(true)
    const mail = codeMail({ to: 'a@example.org', code: '1', purpose: 'login', locale: 'en' }, texts.translate('en'))
    await expect(mailer.send(mail)).rejects.toThrow()
    mailbox.refuse(false)
  })
})

describe('the outbox of local mode', () => {
  const open = () => {
    const lines: string[] = []
    const log = { info: (line: string) => lines.push(line) }
    const clock = createTestClock()
    const outbox = createOutbox(clock, log as never, () => 'http://localhost:3000/local/outbox') // only info is used
    return { outbox, lines, clock }
  }
  const mail = { to: 'robin@example.org', subject: 'A subject', text: 'Code 123456', html: '', locale: 'en' as const }

  it('shows the newest fifty, newest first', async () => {
    const { outbox } = open()
    for (let count = 1; count <= 60; count++) await outbox.send({ ...mail, subject: `Mail ${count}` })
    expect(outbox.mails()).toHaveLength(50)
    expect(outbox.mails()[0]?.subject).toBe('Mail 60')
  })

  it('logs where the mail is, never the address or the code (D3)', async () => {
    const { outbox, lines } = open()
    await outbox.send(mail)
    expect(lines).toEqual(['A mail arrived in the local outbox: http://localhost:3000/local/outbox'])
  })

  it('renders a page without scripts, whatever a mail contains', async () => {
    const { outbox } = open()
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
    await outbox.send({ ...mail, to: hostile, subject: hostile, text: hostile })
    const page = renderOutboxPage(outbox, 'en', texts.translate('en'))
    expect(page).not.toMatch(/<script|<img/)
    expect(page).toContain('&lt;script&gt;')
  })
})
