// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CHAT } from '../realtime/testing/server-model.ts'
import { FakeApi, Refusal, renderChat } from '../testing/render-chat.tsx'

it('renames the chat; a refusal is shown at the field and preserves the text', async () => {
  const api = new FakeApi().on('POST /api/chat/rename', () => new Refusal('SafetyStop', 'Not this name.'))
  const { user } = await renderChat({ api })
  await user.click(screen.getByText('Name this chat'))
  const panel = within(await screen.findByRole('complementary', { name: 'Name this chat' }))
  const field = panel.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(field.value).toBe('Ilse')
  await user.clear(field)
  await user.type(field, 'Harbour nights{Enter}')
  expect((await panel.findByRole('alert')).textContent).toBe('Not this name.')
  expect(field.value).toBe('Harbour nights')
  api.on('POST /api/chat/rename', () => ({ ...CHAT, title: 'Harbour nights' }))
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name saved')).toBeTruthy()
  expect(screen.queryByRole('complementary', { name: 'Name this chat' })).toBeNull()
  expect(api.inputsOf('POST /api/chat/rename')[1]).toEqual({ chat_id: 'chat', title: 'Harbour nights' })
})
