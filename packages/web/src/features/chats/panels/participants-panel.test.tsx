// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toParticipants } from '../context/participants.tsx'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, Refusal, renderChat } from '../testing/render-chat.tsx'

const members = [
  { card_id: 'bram', name: 'Bram Castellan', avatar: null, muted: false },
  { card_id: 'wren', name: 'Wren Okafor', avatar: null, muted: false },
]

async function openCast(api = new FakeApi()) {
  const group = toParticipants({ type: 'multiple', members }, null) ?? undefined
  const drawn = await renderChat({ group, api })
  await drawn.user.click(screen.getAllByRole('button', { name: 'Cast' })[0] ?? document.body)
  return { ...drawn, api, panel: within(await screen.findByRole('complementary', { name: 'Cast' })) }
}

it('mutes and unmutes a participant', async () => {
  const { user, panel, api } = await openCast(new FakeApi().on('POST /api/chat/mute', () => ({})))
  await user.click(panel.getByRole('button', { name: 'Mute Wren Okafor' }))
  expect(await panel.findByText('Muted. Speaks only when asked.')).toBeTruthy()
  await user.click(await panel.findByRole('button', { name: 'Unmute Wren Okafor' }))
  expect(await panel.findByRole('button', { name: 'Mute Wren Okafor' })).toBeTruthy()
  expect(api.inputsOf('POST /api/chat/mute')).toEqual([
    { chat_id: 'chat', card_id: 'wren', on: true },
    { chat_id: 'chat', card_id: 'wren', on: false },
  ])
})

it('leaves a participant unchanged when the server refuses, and says why', async () => {
  const { user, panel } = await openCast(
    new FakeApi().on('POST /api/chat/mute', () => new Refusal('NotFound', 'Gone.')),
  )
  await user.click(panel.getByRole('button', { name: 'Mute Bram Castellan' }))
  expect(await screen.findByText('Gone.')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Mute Bram Castellan' })).toBeTruthy()
})

it('asks a participant to speak, but not while a reply is streaming', async () => {
  const { user, panel, sent, receive } = await openCast()
  const speak = panel.getByRole('button', { name: 'Ask Bram Castellan to speak now' })
  await user.click(speak)
  expect(sent('generation.speak')).toMatchObject([{ card_id: 'bram' }])
  const reply = testMessage({ id: 'chat-2', seq: 2, rev: 2, parent_id: 'chat-1', status: 'streaming', text: '' })
  await receive({ type: 'message.created', message: reply })
  await user.click(speak)
  expect(sent('generation.speak')).toHaveLength(1)
  expect(document.activeElement).toBe(speak)
})

it('closes on Esc and returns the focus to the element that opened it', async () => {
  const { user } = await openCast()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary', { name: 'Cast' })).toBeNull()
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Cast' })[0])
})
