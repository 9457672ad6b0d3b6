// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, Refusal, renderChat } from '../testing/render-chat.tsx'
import type { BranchNode } from './branch-details.tsx'

const testNode = (seq: number, fields: Partial<BranchNode>): BranchNode => ({
  message_id: `chat-${seq}`,
  seq,
  above: 'chat-1',
  between: 0,
  role: 'character',
  speaker_name: 'Ilse',
  text: '',
  created_at: '2026-11-20T10:00:00.000Z',
  version: { index: 0, count: 2 },
  follow: 0,
  on_path: false,
  is_here: false,
  is_end: true,
  ...fields,
})
const here = testMessage({ id: 'chat-3', seq: 3, rev: 3, parent_id: 'chat-1', text: 'To the left.' })
const list = [
  testNode(1, { above: null, version: { index: 0, count: 1 }, text: 'Good evening.', on_path: true, is_end: false }),
  testNode(2, { text: 'To the right.' }),
  testNode(3, { text: 'To the left.', version: { index: 1, count: 2 }, on_path: true, is_here: true }),
]
const treeApi = () => new FakeApi().on('GET /api/chat/tree', () => ({ list, has_more: false, branches: 2, rev: 3 }))

async function openBranches(api = treeApi()) {
  const drawn = await renderChat({ messages: [GREETING, here], api })
  await drawn.user.click(screen.getByText('Branches'))
  const panel = within(await screen.findByRole('complementary', { name: 'Branches' }))
  return { ...drawn, api, panel }
}

it('shows where paths fork, and which one is active', async () => {
  const { panel } = await openBranches()
  expect((await panel.findByRole('button', { name: /the beginning/ })).textContent).toMatch(/Good evening/)
  const current = panel.getByRole('button', { name: /you are here/ })
  expect(current.getAttribute('aria-current')).toBe('true')
  expect(current.textContent).toMatch(/version 2 of 2/)
})

it('continues from another branch', async () => {
  const { user, panel, sent, receive } = await openBranches()
  await user.click(await panel.findByRole('button', { name: /To the right/ }))
  await user.click(panel.getByRole('button', { name: 'Continue from here' }))
  await waitFor(() => expect(sent('message.select')).toMatchObject([{ message_id: 'chat-2' }]))
  const other = testMessage({ id: 'chat-2', seq: 2, rev: 2, parent_id: 'chat-1', text: 'To the right.' })
  await receive({ type: 'path.changed', chat_id: 'chat', rev: 9, parent_id: 'chat-1', list: [other] })
  expect(document.querySelector('[data-message="chat-2"]')?.textContent).toMatch(/To the right/)
})

it('opens a branch as a separate chat with a name; a refusal preserves the name', async () => {
  const api = treeApi().on('POST /api/chat/branch', () => new Refusal('TooManyRequests', 'Too many.'))
  const { user, panel } = await openBranches(api)
  await user.click(await panel.findByRole('button', { name: /To the right/ }))
  await user.type(panel.getByRole('textbox', { name: 'Name of the new chat' }), 'Right turn')
  await user.click(panel.getByRole('button', { name: 'Open as a separate chat' }))
  expect(await panel.findByText('Too many.')).toBeTruthy()
  api.on('POST /api/chat/branch', () => ({ id: 'other' }))
  await user.click(panel.getByRole('button', { name: 'Open as a separate chat' }))
  expect(await screen.findByText('Opened as a separate chat')).toBeTruthy()
  expect(api.inputsOf('POST /api/chat/branch')[1]).toEqual({
    chat_id: 'chat',
    message_id: 'chat-2',
    title: 'Right turn',
  })
})
