import { scryptSync } from 'node:crypto'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HashCosts, SlowHash } from './slow-hash.ts'
import { HASH_COSTS, matchesSlowHash, slowHash } from './slow-hash.ts'

const CHEAP: HashCosts['password'] = { N: 16, r: 1, p: 1 }
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

it('has its own salt each time, and matches only its own secret', async () => {
  const [one, other] = await Promise.all([slowHash('lantern', CHEAP), slowHash('lantern', CHEAP)])
  expect(one.salt).not.toEqual(other.salt)
  expect(one.hash).not.toEqual(other.hash)
  expect(await matchesSlowHash('lantern', CHEAP, one)).toBe(true)
  expect(await matchesSlowHash('Lantern', CHEAP, one)).toBe(false)
  expect(await matchesSlowHash('lantern', CHEAP, null)).toBe(false)
})

// Other tests use cheap hashes, so this one stores them as a whole server does.
describe('the hashes that a server stores', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ hashCosts: HASH_COSTS })
  })
  afterAll(() => server.end())
  const newestOf = async (table: 'password' | 'sign_in_code'): Promise<SlowHash> => {
    const column = table === 'password' ? 'hash' : 'code_hash'
    const [row] = await server.context.database.query<SlowHash>(`select salt, ${column} as hash from ${table}`)
    if (!row) throw new Error('nothing is stored')
    return row
  }

  it('AUTH-16: use the recommended cost for a password', async () => {
    const { call } = await server.signIn()
    expect(await call('POST /api/account/setPassword', { body: { password: 'seven green lamps' } })).toMatchObject({
      code: 1,
    })
    const { salt, hash } = await newestOf('password')
    const expected = scryptSync('seven green lamps', salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: MAX_MEMORY_BYTES })
    expect(Buffer.from(hash).equals(expected)).toBe(true)
  })

  it('AUTH-02: use a sixth of that cost for a code', async () => {
    await server.context.database.script('truncate sign_in_code')
    await server.call('POST /api/account/sendCode', { body: { email: 'lamp@example.org' } })
    const mail = server.context.outbox?.mails().find(({ to }) => to === 'lamp@example.org')
    const code = mail?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0] ?? ''
    const { salt, hash } = await newestOf('sign_in_code')
    expect(Buffer.from(hash).equals(scryptSync(code, salt, 32, { N: 2 ** 14, r: 8, p: 1 }))).toBe(true)
  })
})
