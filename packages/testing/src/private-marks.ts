import { randomUUID } from 'node:crypto'
import type { TestPerson } from './test-server.ts'

/** A word that stands in everything private that `storePrivateMarks` stores, and nowhere else. */
export const PRIVATE_MARK = 'quillfeather-private'

/**
 * Stores the mark in what only a person may see: nickname, persona, memory, note and title of a chat, a message, a
 * private card and a draft. Returns the ids of all of it. A reply to anyone else that contains the mark is a leak.
 */
export async function storePrivateMarks(person: TestPerson, chatId: string): Promise<string[]> {
  const text = `${PRIVATE_MARK} kept here`
  await person.call('POST /api/user/profile', { body: { nickname: PRIVATE_MARK, gender: null, age_scope: 3 } })
  const persona = await person.call('POST /api/user/savePersona', { body: { name: PRIVATE_MARK, description: text } })
  await person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, summary: text, facts: [{ text }] } })
  await person.call('POST /api/chat/settings', { body: { chat_id: chatId, note: text } })
  await person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: text } })
  const card = await person.call('POST /api/chat.Single/saveCard', {
    body: {
      name: PRIVATE_MARK,
      tagline: text,
      gender: 'other',
      age: 30,
      language: 'en',
      rating: 'sfw',
      visibility: 'private',
      tags: [],
      definition: { description: text, first_mes: text },
      idempotency_key: 'a private card',
    },
  })
  const draft = await person.call('POST /api/making/saveDraft', {
    body: { type: 'single', content: { name: PRIVATE_MARK, tagline: text } },
  })
  const device = await person.connect()
  device.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
  const { message } = await device.next('message.created', (frame) => frame.message.text === text)
  device.close()
  for (const { code, msg } of [persona, card, draft]) if (code !== 1) throw new Error(`private marks: ${code} ${msg}`)
  return [persona.data.id, card.data.id, draft.data.id, message.id]
}
