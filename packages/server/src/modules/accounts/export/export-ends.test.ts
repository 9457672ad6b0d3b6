import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { ADMIN_EMAILS: 'owner@example.org', LOG_LEVEL: 'silent' } })
})
afterAll(() => server.end())
afterEach(() => vi.restoreAllMocks())

/** Starts an export that is far from its end, and returns its unread rest. */
async function startExport({ token, secret }: TestPerson) {
  const progress = { mayEnd: false, isClosed: false }
  async function* pieces() {
    try {
      while (!progress.mayEnd) {
        yield randomBytes(64 * 1024)
        await turn()
      }
    } finally {
      progress.isClosed = true
    }
  }
  const [part] = server.context.modules.exportParts()
  if (!part) throw new Error('there is nothing to export')
  const files = async function* () {
    yield { path: 'long.bin', pieces: pieces() }
  }
  vi.spyOn(server.context.modules, 'exportParts').mockReturnValue([{ ...part, files }])
  const headers = { 'user-token': token, authorization: `Bearer ${secret}` }
  const reply = await fetch(`${server.origin}/api/account/export`, { headers })
  expect(reply.status).toBe(200)
  const reader = reply.body!.getReader() // a reply of status 200 has one
  await reader.read()
  const readToEnd = async () => {
    for (let isOver = false; !isOver; ) isOver = (await reader.read()).done
  }
  return { progress, readToEnd }
}

it.each([
  ['signs out', (person: TestPerson) => person.call('POST /api/account/logout')],
  ['is erased', (person: TestPerson) => person.call('POST /api/account/delete', { body: {} })],
  [
    'is suspended',
    async (person: TestPerson) => {
      const owner = await server.signIn('owner@example.org')
      return owner.call('POST /api/desk/suspend', { body: { person_id: person.user.id, reason: 'harassment' } })
    },
  ],
])('AUTH-09: an export ends, and nothing more is read for it, when its person %s', async (_, leave) => {
  const person = await server.signIn()
  const { progress, readToEnd } = await startExport(person)
  expect((await leave(person)).code).toBe(1)
  progress.mayEnd = true
  await expect(readToEnd()).rejects.toThrow()
  expect(progress.isClosed).toBe(true)
})

it('an export goes on when another session of its person ends', async () => {
  const person = await server.signIn('two@example.org')
  const other = await server.signIn('two@example.org')
  const { progress, readToEnd } = await startExport(person)
  expect((await other.call('POST /api/account/logout')).code).toBe(1)
  progress.mayEnd = true
  await readToEnd()
  expect(progress.isClosed).toBe(true)
})
