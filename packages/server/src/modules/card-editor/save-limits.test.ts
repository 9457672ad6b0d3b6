import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe.each(testDatabaseKinds)('the limits of saving on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, settings: { RATE_LIMITS: 'on' } })
  })
  afterAll(() => server.end())

  it('RATE-01: hundreds of private cards can be saved in an hour, thirty that others see', async () => {
    const maker = await server.signIn()
    const save = async (visibility: 'private' | 'public', id?: string) => {
      const body = { ...(id !== undefined && { id }), name: 'Wren', tagline: 'A clockmaker.', age: 41, visibility }
      return maker.call('POST /api/chat.Single/saveCard', { body })
    }
    const { data: first } = await save('private')
    for (let saved = 1; saved < 40; saved++) expect((await save('private', first.id)).code).toBe(1)
    for (let saved = 0; saved < 30; saved++) expect((await save('public', first.id)).code).toBe(1)
    expect((await save('public', first.id)).code).toBe(1005)
    // What is seen counts as such until it is private.
    expect((await save('private', first.id)).code).toBe(1005)
    expect((await save('private')).code).toBe(1)
  })
})
