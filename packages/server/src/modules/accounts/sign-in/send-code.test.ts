import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { type Mailbox, openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a code to an address that the mail server rejects', () => {
  let mailbox: Mailbox
  let server: TestServer
  beforeAll(async () => {
    mailbox = await openMailbox()
    server = await startTestServer({ settings: { SMTP_URL: mailbox.url } })
  })
  afterAll(async () => {
    await server.end()
    await mailbox.close()
  })
  const send = (email: string, headers: Record<string, string> = {}) =>
    server.call('POST /api/account/sendCode', { body: { email }, headers: { platform: '1', ...headers } })

  it('is answered the same with an account and without one, in the field of the address (AUTH-05)', async () => {
    const [known, unknown] = ['known@example.org', 'unknown@example.org']
    const { challenge } = (await send(known)).data
    const code = await mailbox.codeFor(known)
    const login = { body: { email: known, code, challenge }, headers: { platform: '1' } }
    expect((await server.call('POST /api/account/emailLogin', login)).data.is_new).toBe(true)
    for (const address of [known, unknown]) mailbox.remove(address)
    const answer = await send(known)
    expect(answer).toMatchObject({
      status: 400,
      code: 1000,
      data: { issues: [{ path: 'email', message: 'rejected' }] },
    })
    expect(await send(unknown)).toEqual(answer)
    const { state, failures } = server.context.monitor.stateOf('mail')
    expect({ state, failures }).toEqual({ state: 'ok', failures: [] })
  })

  it('says what to do in every language', async () => {
    mailbox.remove('gone@example.org')
    const messages = new Set<string>()
    for (const locale of LOCALE_CODES) messages.add((await send('gone@example.org', { 'page-language': locale })).msg)
    expect(messages).toHaveLength(LOCALE_CODES.length)
    expect([...messages]).toContain(
      'This address isn’t accepting our email. Check it for typos, and whether its mailbox is full.',
    )
  })

  it('is not what a mail server in trouble causes', async () => {
    mailbox.refuse(true)
    expect(await send('fine@example.org')).toMatchObject({ status: 503, code: 9002 })
    mailbox.refuse(false)
    expect((await send('fine@example.org')).code).toBe(1)
  })
})
