import { RealtimeClient } from './realtime-client.ts'
import type { TestServer } from './test-server.ts'

/** A visitor of a test server who has said that they are an adult. */
export interface Guest {
  id: string
  headers: Record<string, string>
  call: TestServer['call']
  /** A connection, after `ready`. */
  connect(): Promise<RealtimeClient>
  /** Starts a chat with a character of the library and returns its id. */
  startChat(cardId?: string): Promise<string>
}

/** Starts a guest of a client without cookies; `more` are headers of all its requests. */
export async function createTestGuest(server: TestServer, more: Record<string, string> = {}): Promise<Guest> {
  const started = await server.call('POST /api/guest/start', {
    body: { adult: true },
    headers: { platform: '1', ...more },
  })
  const { id, token = '', secret = '' } = started.data
  if (token === '') throw new Error(`no guest: ${started.code}`)
  const headers = { platform: '1', 'user-token': token, authorization: `Bearer ${secret}`, ...more }
  const call: TestServer['call'] = (name, input = {}) =>
    server.call(name, { ...input, headers: { ...headers, ...input.headers } })
  return {
    id,
    headers,
    call,
    connect: async () => {
      const { authorization } = headers
      const client = new RealtimeClient(`${server.origin.replace('http', 'ws')}/ws?token=${token}`, { authorization })
      await client.next('ready')
      return client
    },
    startChat: async (cardId = 'ilse') => {
      const { data, code } = await call('POST /api/chat/start', { body: { card_id: cardId } })
      if (code !== 1) throw new Error(`no chat: ${code}`)
      return data.id
    },
  }
}

/** Sends a message and returns the finished reply, or the error code of its refusal. */
export async function talk(client: RealtimeClient, chatId: string, text: string): Promise<string | number> {
  const clientId = crypto.randomUUID()
  const from = client.frames.length
  client.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text })
  const answer = await client.until(
    () =>
      client.frames
        .slice(from)
        .find((frame) => (frame.type === 'nack' && frame.client_id === clientId) || frame.type === 'message.completed'),
    'a reply',
  )
  if (answer.type === 'nack') return answer.code
  return answer.type === 'message.completed' ? answer.message.text : ''
}
