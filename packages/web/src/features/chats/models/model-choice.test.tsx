// @vitest-environment happy-dom
import type { ModelInfo } from '@everkin/contract/types.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, ownMessage, Refusal, renderChat } from '../testing/render-chat.tsx'

const house: ModelInfo = {
  id: 'a:house',
  name: 'House model',
  connection_id: 'a',
  connection_name: 'Here',
  context_tokens: 8192,
  max_reply_tokens: null,
  vision: false,
  reasoning: false,
  is_default: true,
  access: 'everyone',
  message_price: null,
  instruct: null,
}
const big: ModelInfo = {
  ...house,
  id: 'b:big',
  name: 'Big model',
  context_tokens: 200_000,
  vision: true,
  reasoning: true,
  is_default: false,
  message_price: 5,
}
const wild = { id: 'wild', name: 'Wild', builtin: true }

const drawn = {
  model: 'House model',
  voice_demo: false,
  model_id: null as string | null,
  model_missing: false,
  preset_id: null as string | null,
  persona_id: null,
  note: null,
}

function choicesApi(first = drawn) {
  let settings: Record<string, unknown> = first
  return new FakeApi()
    .on('GET /api/model/list', () => [house, big])
    .on('GET /api/preset/list', () => [wild])
    .on('GET /api/chat/info', () => ({ settings }))
    .on('POST /api/chat/settings', ({ chat_id: _, for_new_chats: _too, ...change }) => {
      const isBig = (change.model_id === undefined ? settings.model_id : change.model_id) === big.id
      settings = { ...settings, ...change, model: isBig ? big.name : house.name, model_missing: false }
      return { settings }
    })
}

async function openChooser(api = choicesApi()) {
  const page = await renderChat({ api })
  await page.user.click(screen.getByRole('button', { name: 'Model: House model' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Model and preset' }))
  await panel.findByRole('radio', { name: /Big model/ })
  return { ...page, api, panel }
}

it('shows what each model is good at, and chooses one for this chat', async () => {
  const { user, panel, api } = await openChooser()
  const option = panel.getByRole<HTMLInputElement>('radio', { name: /Big model/ })
  expect(option.closest('label')?.textContent).toMatch(/200,000 tokens.*Sees pictures.*Thinks first.*5 messages/)
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /^Default/ }).checked).toBe(true)
  await user.click(option)
  await screen.findByRole('button', { name: 'Model: Big model' })
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /Big model/ }).checked).toBe(true)
  await user.click(panel.getByRole('radio', { name: /^Default/ }))
  await screen.findByRole('button', { name: 'Model: House model' })
  expect(api.inputsOf('POST /api/chat/settings')).toEqual([
    { chat_id: 'chat', model_id: big.id },
    { chat_id: 'chat', model_id: null },
  ])
})

it('chooses a preset, and keeps both for new chats with the character', async () => {
  const { user, panel, api } = await openChooser()
  await user.click(panel.getByRole('radio', { name: /Wild/ }))
  await waitFor(() => expect(panel.getByRole<HTMLInputElement>('radio', { name: /Wild/ }).checked).toBe(true))
  await user.click(panel.getByRole('button', { name: /Use for new chats/ }))
  expect(await screen.findByText(/will use this model and preset/)).toBeTruthy()
  expect(api.inputsOf('POST /api/chat/settings')).toEqual([
    { chat_id: 'chat', preset_id: 'wild' },
    { chat_id: 'chat', for_new_chats: true },
  ])
})

it('stays with the model it had when the server refuses', async () => {
  const api = choicesApi().on('POST /api/chat/settings', () => new Refusal('NotAllowed', 'Not for you.'))
  const { user, panel } = await openChooser(api)
  await user.click(panel.getByRole('radio', { name: /Big model/ }))
  expect(await panel.findByText('Not for you.')).toBeTruthy()
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /^Default/ }).checked).toBe(true)
})

it('says that the chat’s model is gone, until that is accepted', async () => {
  const missing = { ...drawn, model_id: 'gone:model', model_missing: true }
  const api = choicesApi(missing)
  const { user } = await renderChat({ api, settings: missing })
  expect(
    await screen.findByText(/can’t be reached any more\. Another model, House model, writes the replies instead/),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByText(/can’t be reached/)).toBeNull())
  expect(api.inputsOf('POST /api/chat/settings')).toEqual([{ chat_id: 'chat', model_id: null }])
})

it('notices after a reply that the chat’s model is gone', async () => {
  const own = { ...drawn, model: 'Big model', model_id: big.id }
  const api = choicesApi({ ...own, model: 'House model', model_missing: true })
  const reply = testMessage({
    id: 'chat-2',
    seq: 2,
    rev: 2,
    parent_id: 'chat-1',
    status: 'streaming',
    text: '',
  })
  const { receive } = await renderChat({ api, settings: own })
  await receive({ type: 'message.created', message: reply })
  await receive({
    type: 'message.completed',
    message: { ...reply, rev: reply.rev + 1, status: 'complete', text: 'Aye.' },
  })
  expect(await screen.findByText(/House model, writes the replies/)).toBeTruthy()
})

it('regenerates a reply with another model', async () => {
  const question = ownMessage({ id: 'chat-2', text: 'Where to?' })
  const reply = testMessage({ id: 'chat-3', seq: 3, rev: 3, parent_id: question.id })
  const { user, sent } = await renderChat({ api: choicesApi(), messages: [GREETING, question, reply] })
  await user.click(screen.getAllByRole('button', { name: 'More options' }).at(-1) as HTMLElement) // there is one per message
  await user.click(await screen.findByRole('menuitem', { name: /^Try another model/ }))
  await user.click(await screen.findByRole('button', { name: /Big model/ }))
  expect(sent('message.regenerate')).toEqual([
    { type: 'message.regenerate', chat_id: 'chat', message_id: 'chat-3', model_id: big.id },
  ])
  expect(screen.queryByRole('dialog', { name: 'Try another model' })).toBeNull()
})
