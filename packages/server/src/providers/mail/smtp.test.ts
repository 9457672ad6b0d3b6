import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startScriptedSmtpServer } from '@everkin/testing/servers/scripted-smtp-server.ts'
import { hasOpenssl, startTlsMailServer, type TlsMailServer } from '@everkin/testing/servers/tls-mail-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AddressRejected } from '../../modules/accounts/mailer.ts'
import { createSmtpMailer } from './smtp.ts'

const ADDRESS = 'robin.canary@example.org'
const MAIL = { to: ADDRESS, subject: 'A subject', text: 'Code 048213', html: '', locale: 'en' as const }

/** A logger that collects lines, and a mailer that uses it. */
function open(url: string, timeoutMs?: number) {
  const lines: { level: string; fields: object; line: string }[] = []
  const into = (level: string) => (fields: object, line: string) => void lines.push({ level, fields, line })
  const log = { info: into('info'), warn: into('warn') } as never // only these two, with fields
  const mailer = createSmtpMailer(url, 'hello@everkin.test', { log, ...(timeoutMs && { timeoutMs }) })
  const failure = () =>
    mailer.send(MAIL).then(
      () => null,
      (error: unknown) => error,
    )
  return { failure, lines }
}

type Server = Awaited<ReturnType<typeof startScriptedSmtpServer>>
type Answers = Parameters<Server['answer']>[0]

describe('a mail server that does not accept a mail', () => {
  let server: Server
  beforeEach(async () => {
    server = await startScriptedSmtpServer()
    return () => server.close()
  })

  it.each<[string, Answers]>([
    ['is silent at the greeting', { greeting: { hangs: 'silent' } }],
    ['sends its greeting a byte at a time', { greeting: { hangs: 'trickling' } }],
    ['sends an answer a byte at a time', { RCPT: { hangs: 'trickling' } }],
    ['is silent after the mail', { mail: { hangs: 'silent' } }],
  ])('gives up on one that %s, and closes the connection', async (_, answers) => {
    server.answer(answers)
    const { failure, lines } = open(server.url, 300)
    expect(await failure()).toMatchObject({ code: 'ETIMEDOUT' })
    expect(lines).toMatchObject([{ level: 'warn', line: expect.stringContaining('has not accepted the mail in time') }])
    await vi.waitFor(() => expect(server.connections()).toBe(0), { timeout: 20_000 })
  })

  it.each([
    '550 5.1.1 <robin.canary@example.org>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound',
    '550 5.4.1 Recipient address rejected: Access denied',
    '552 5.2.2 mailbox full',
    '550 no such user here',
    '551 user not local',
    '553 mailbox name not allowed',
    '501 bad address syntax',
    '511 bad address',
    '556 domain does not accept mail',
    '550-5.1.1 The account robin.canary@example.org\r\n550 5.1.1 does not exist',
  ])('blames the address for %s', async (answer) => {
    server.answer({ RCPT: answer })
    const { failure, lines } = open(server.url)
    expect(await failure()).toBeInstanceOf(AddressRejected)
    expect(lines).toMatchObject([{ level: 'info', line: 'the mail server rejects the address of a mail' }])
    expect(JSON.stringify(lines)).not.toMatch(/canary|048213/)
  })

  it.each<[Answers, string]>([
    [{ RCPT: '450 4.2.0 greylisted, try again later' }, 'a mail could not be sent'],
    [{ RCPT: '451 4.1.1 robin.canary@example.org: no answer yet' }, 'a mail could not be sent'],
    [{ RCPT: '554 5.7.1 <robin.canary@example.org>: Relay access denied' }, 'does not send this mail for us'],
    [{ RCPT: '550 5.7.1 Client host [127.0.0.1] blocked' }, 'does not send this mail for us'],
    [{ RCPT: '550 5.1.8 <hello@everkin.test>: Sender address rejected' }, 'does not send this mail for us'],
    [{ RCPT: '550 relay not permitted' }, 'does not send this mail for us'],
    [{ RCPT: '550 Sender verify failed' }, 'does not send this mail for us'],
    [{ RCPT: '530 5.7.0 authentication required' }, 'does not send this mail for us'],
    [{ MAIL: '550 5.1.0 hello@everkin.test rejected' }, 'rejects the sender: check MAIL_FROM'],
    [{ MAIL: '553 5.7.1 not owned by user' }, 'rejects the sender: check MAIL_FROM'],
    [{ greeting: '554 5.3.2 no service for robin.canary@example.org' }, 'a mail could not be sent'],
    [{ DATA: '550 5.1.1 robin.canary@example.org' }, 'a mail could not be sent'],
    [{ mail: '550 5.7.1 message 048213 looks like spam' }, 'a mail could not be sent'],
  ])('blames the server or the settings for %j', async (answers, line) => {
    server.answer(answers)
    const { failure, lines } = open(server.url)
    const error = await failure()
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(AddressRejected)
    const reply = Object.values(answers)[0] as string // each case has one line
    const [code = ''] = reply.split(/[ -]/)
    const fields = { reply: expect.stringMatching(new RegExp(`^${code}( |$)`)) }
    expect(lines).toMatchObject([{ level: 'warn', line: expect.stringContaining(line), fields }])
    expect(JSON.stringify([lines, error, String(error)])).not.toMatch(/canary|048213/)
  })

  it('says that the sign-in is rejected', async () => {
    server.answer({ AUTH: '535 5.7.8 wrong password' })
    const { failure, lines } = open(server.url.replace('//', '//me:canary@'))
    expect(await failure()).toMatchObject({ code: 'EAUTH', responseCode: 535 })
    expect(lines).toMatchObject([
      { line: expect.stringContaining('rejects the sign-in'), fields: { reply: '535 5.7.8' } },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/canary/)
  })
})

if (!hasOpenssl) console.warn('SKIPPED: mail servers with certificates of their own, because there is no openssl')

describe.runIf(hasOpenssl)('a mail server with a certificate of its own', () => {
  let server: TlsMailServer
  beforeAll(async () => {
    server = await startTlsMailServer()
  })
  afterAll(() => server.close())

  /** Sends a mail in a process of its own, because Node reads the variable once, at its start. */
  const sendTrusting = async (host: string) => {
    const script = `
      const { createSmtpMailer } = await import(${JSON.stringify(new URL('./smtp.ts', import.meta.url).href)})
      const log = { info: (_, line) => console.log(line), warn: (_, line) => console.log(line) }
      const mailer = createSmtpMailer('smtp://${host}:${server.port}?tls=required', 'hello@everkin.test', { log })
      await mailer.send(${JSON.stringify(MAIL)}).then(() => console.log('sent'), () => undefined)`
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: server.certificateFile }
    const args = ['--input-type=module', '-e', script]
    return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim()
  }

  it.each(['', '?tls=optional', '?tls=required'])('is refused, with what to do in the log (%s)', async (query) => {
    const { failure, lines } = open(`smtp://localhost:${server.port}${query}`)
    expect(await failure()).toMatchObject({ code: 'certificate' })
    expect(lines).toMatchObject([
      { line: expect.stringContaining('set NODE_EXTRA_CA_CERTS'), fields: { cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    ])
  })

  it('is used with NODE_EXTRA_CA_CERTS, under the name of the certificate only', async () => {
    expect(await sendTrusting('localhost')).toBe('sent')
    expect(await sendTrusting('127.0.0.1')).toMatch(/is for another name: use that name in SMTP_URL$/)
  })
})
