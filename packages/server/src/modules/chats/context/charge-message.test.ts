import { randomUUID } from 'node:crypto'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { describe, expect, it } from 'vitest'
import { createDemoModel } from '../../../providers/text-model/demo/demo-model.ts'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { TextModel } from '../text-model.ts'

/** Lets a new account with three messages send and regenerate. Returns the messages left and the published price. */
async function talkWith(model: TextModel) {
  const server = await startTestServer({ model, settings: { MESSAGE_PRICE: '1', NEW_ACCOUNT_MESSAGES: '3' } })
  try {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const client = await person.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' })
    const { message } = await client.next('message.completed')
    const from = client.frames.length
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: message.id })
    await client.next('message.completed', () => true, from)
    const { data } = await person.call('GET /api/user/info')
    const config = await server.call('GET /api/config')
    return { left: data.wallet.message_num, price: config.data.message_price }
  } finally {
    await server.end()
  }
}

describe('the cost of a turn', () => {
  it('is the server’s price with a language model', async () => {
    const model = createFakeTextModel({ reply: { parts: ['Noted.'] } })
    expect(await talkWith(model)).toEqual({ left: 1, price: 1 })
  })
  it('is nothing with the demo voice, whatever the price', async () => {
    expect(await talkWith(createDemoModel({ wordDelayMs: 0 }))).toEqual({ left: 3, price: 0 })
  })
})
