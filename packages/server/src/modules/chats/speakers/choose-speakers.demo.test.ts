import { randomUUID } from 'node:crypto'
import type { Locale } from '@everkin/contract/locales.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoModel } from '../../../providers/text-model/demo/demo-model.ts'

const GREETINGS: Record<Locale, string> = {
  en: 'What do you make of this place?',
  ar: 'ما رأيكم في هذا المكان؟',
  de: 'Was haltet ihr von diesem Ort?',
  es: '¿Qué les parece este lugar?',
  fr: 'Que pensez-vous de cet endroit ?',
  ja: 'この場所をどう思う？',
  pt: 'O que vocês acham deste lugar?',
  zh: '你们觉得这个地方怎么样？',
}

describe('a group with the demo model', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ model: createDemoModel({ wordDelayMs: 0 }) })
  })
  afterAll(() => server.end())

  it.each(Object.entries(GREETINGS))('each member answers for itself, in %s', async (code, text) => {
    const person = await server.signIn()
    const client = await person.connect()
    const headers = { 'accept-language': code }
    const { data: chat } = await person.call('POST /api/chat/start', { body: { group_id: 'station-nine' }, headers })
    client.send({ type: 'message.send', chat_id: chat.id, client_id: randomUUID(), text })
    const replies = await client.until(() => {
      const ended = client.frames.flatMap((frame) => (frame.type === 'message.completed' ? [frame.message] : []))
      return ended.length === 3 ? ended : undefined
    }, 'the round')
    expect(replies.map(({ speaker }) => speaker?.card_id)).toEqual(['yuki', 'brass', 'thistle'])
    expect(replies.every(({ status, voice_demo: isDemo }) => status === 'complete' && isDemo)).toBe(true)
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(3)
    for (const reply of replies) {
      expect(reply.text.length).toBeGreaterThan(8)
      for (const { speaker } of replies) expect(reply.text).not.toMatch(new RegExp(`^${speaker!.name}\\s*[:：]`, 'm'))
    }
  })
})
