import { findFault, fuzzedOperations, fuzzFrames, fuzzRequests, sendFuzz } from '@everkin/testing/api-fuzz.ts'
import { type FilledAccount, fillAccount, idsOf, secretOf } from '@everkin/testing/filled-account.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let owner: TestPerson
let stranger: TestPerson
/** The owner's things. */
let own: FilledAccount
const SECRET = secretOf('owner')

beforeAll(async () => {
  server = await startTestServer()
  own = await fillAccount(server, 'owner')
  owner = own.person
  stranger = await server.signIn()
})
afterAll(() => server.end())

const halvesOf = (person: TestPerson) => ({ 'user-token': person.token, authorization: `Bearer ${person.secret}` })

describe('API-01: whatever is sent, the reply is the envelope, the right status and only documented fields', () => {
  it.each([
    ['signed out', () => ({}), 400],
    ['the owner', () => halvesOf(owner), 600],
    ['a stranger with the ids of someone else', () => halvesOf(stranger), 500],
  ] as const)('%s', { timeout: 60_000 }, async (who, credentials, runs) => {
    const ids = ['ilse', ...idsOf(own), `${own.chatId}.999`, `${own.chatId}.99999999999`, 'no-such-id']
    // The owner's own session must outlive the run.
    const usable = who === 'the owner' ? ids.filter((id) => id !== own.sessionId) : ids
    const property = fc.asyncProperty(fuzzRequests(usable), async (request) => {
      const reply = await sendFuzz(server.origin, request, credentials())
      if (who !== 'the owner') expect(reply.text, request.call).not.toContain(SECRET)
      const fault = findFault(request, reply, who !== 'signed out')
      if (fault) throw new Error(`${request.call} gave ${fault}: ${reply.text.slice(0, 300)}`)
    })
    await fc.assert(property, { numRuns: runs, seed: 20_261_120, endOnFailure: true })
  })

  it('frames of another person and of the owner over the websocket never cause an internal error', {
    timeout: 60_000,
  }, async () => {
    const ids = ['ilse', ...idsOf(own), `${own.chatId}.999`, `${own.chatId}.99999999999`, 'no-such-id']
    const frames = fc.sample(fuzzFrames(ids), { numRuns: 400, seed: 20_261_120 })
    for (const person of [stranger, owner]) {
      const clients: RealtimeClient[] = []
      for (let i = 0; i < frames.length; i += 20) {
        // Twenty at a time: one more bad frame would close the socket.
        const client = await person.connect()
        clients.push(client)
        for (const frame of frames.slice(i, i + 20)) client.sendRaw(frame.slice(0, 20_000))
        client.send({ type: 'sync', chats: [], streams: [] })
        await client.next('synced')
      }
      await person.call('GET /api/chat/list')
      for (const client of clients) {
        client.send({ type: 'ping', t: -1 })
        await client.next('pong', (frame) => frame.t === -1)
        expect(client.frames.filter((frame) => 'code' in frame && frame.code >= 9000)).toEqual([])
        if (person === stranger) expect(JSON.stringify(client.frames)).not.toContain(SECRET)
        client.close()
      }
    }
  })

  it('left the owner’s data unchanged', async () => {
    expect((await owner.call('GET /api/user/info')).code).toBe(1)
    expect((await stranger.call('GET /api/chat/info', { query: { chat_id: own.chatId } })).code).toBe(1003)
  })
})

describe('AZ-01: other people’s data is NotFound', () => {
  const foreign = () => ({ chat_id: own.chatId, message_id: own.messageId, session_id: own.sessionId })

  it.each([
    'GET /api/chat/getMessages',
    'GET /api/chat/info',
    'GET /api/chat/prompt',
    'POST /api/chat/delete',
    'POST /api/chat/restore',
    'POST /api/chat/pin',
    'POST /api/chat/read',
    'POST /api/account/revokeSession',
  ] as const)('%s', async (call) => {
    const input = { ...foreign(), on: true, seq: 1 }
    const [there, made] = [
      await stranger.call(call, { query: input as never, body: input }), // one of them fits each call
      await stranger.call(call, {
        query: { ...input, chat_id: 'no-such-chat' } as never,
        body: { ...input, chat_id: 'no-such-chat', session_id: 'no-such-session' },
      }),
    ]
    expect([there.status, there.code]).toEqual([404, 1003])
    expect(made).toEqual(there)
  })

  it('reports of another person’s message return NotFound', async () => {
    const body = { target_type: 'message', target_id: own.messageId, reason: 'spam' } as const
    expect((await stranger.call('POST /api/safety/report', { body })).code).toBe(1003)
  })

  it('every operation that is not open answers 1001 to visitors and to half a session', async () => {
    const halves = [
      {},
      { 'user-token': owner.token },
      { authorization: `Bearer ${owner.secret}` },
      { 'user-token': owner.token, authorization: `Bearer ${stranger.secret}` },
    ]
    for (const { method, path, access } of fuzzedOperations) {
      if (access === 'open') continue
      for (const headers of halves) {
        const reply = await fetch(server.origin + path, {
          method,
          headers: { ...headers, 'content-type': 'application/json' } as Record<string, string>,
        }) // no undefined in them
        expect([path, reply.status, ((await reply.json()) as { code: number }).code]).toEqual([path, 401, 1001]) // the envelope
      }
    }
  })
})
