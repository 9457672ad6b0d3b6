import { expect, it } from 'vitest'
import { appealedText } from './appealed-text.ts'

const of = (call: string, body: unknown) => appealedText({ call, body, message: '' })

it('takes a message with its chat', () => {
  expect(of('message.send', { chat_id: 'c1', text: 'Good evening.' })).toEqual({
    place: 'message',
    text: 'Good evening.',
    chatId: 'c1',
  })
})

it('takes what someone wrote of a card, and no ids or choices', () => {
  const body = {
    name: 'Wren',
    tagline: 'Keeps lamps.',
    visibility: 'public',
    idempotency_key: 'k-1',
    avatar: 'f-1',
    definition: { description: 'A keeper.', alternate_greetings: ['Hello.', ' '] },
  }
  expect(of('POST /api/chat.Single/saveCard', body)).toEqual({
    place: 'card',
    text: 'Wren\n\nKeeps lamps.\n\nA keeper.\n\nHello.',
    chatId: null,
  })
})

it('knows prompts of pictures, and leaves the rest to the person', () => {
  const body = { kind: 'image', prompt: 'A lamp', style_id: 'ink', template_id: null }
  expect(of('POST /api/task/create', body)).toMatchObject({ place: 'picture', text: 'A lamp' })
  expect(of('POST /api/user/savePersona', { name: 'Ada', description: 'Tall.' })).toMatchObject({ place: 'other' })
})

it('is empty without a stop, and cut to what an appeal may have', () => {
  expect(appealedText(null)).toMatchObject({ text: '' })
  expect(of('POST /api/user/profile', { nickname: 'x'.repeat(30_000) }).text).toHaveLength(20_000)
})
