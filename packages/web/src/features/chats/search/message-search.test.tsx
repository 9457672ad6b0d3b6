// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CHAT } from '../realtime/testing/server-model.ts'
import { FakeApi, Refusal, renderChat } from '../testing/render-chat.tsx'
import type { SearchHit } from './use-message-search.ts'

const testHit = (fields: Partial<SearchHit>): SearchHit => ({
  chat_id: 'chat',
  chat_title: 'Ilse',
  card: CHAT.card,
  message_id: 'chat-1',
  parent_id: null,
  seq: 1,
  role: 'character',
  speaker_name: 'Ilse',
  snippet: 'Good evening.',
  marks: [[5, 12]],
  created_at: '2026-11-20T10:00:00.000Z',
  on_path: true,
  ...fields,
})
const found = (list: SearchHit[], next_cursor: string | null = null) => ({ list, next_cursor, is_complete: true })

async function openSearch(api: FakeApi) {
  const drawn = await renderChat({ api })
  await drawn.user.click(screen.getByText('Search in this chat'))
  const panel = within(await screen.findByRole('complementary', { name: 'Search in this chat' }))
  return { ...drawn, panel, field: panel.getByRole('searchbox') }
}

it('searches when typing stops, marks the match and scrolls to the message', async () => {
  const api = new FakeApi().on('POST /api/chat/search', () => found([testHit({})]))
  const { user, panel, field } = await openSearch(api)
  expect(panel.getByText(/messages that contain every word/)).toBeTruthy()
  await user.type(field, ' evening ')
  expect(await panel.findByText('1 match')).toBeTruthy()
  expect(api.inputsOf('POST /api/chat/search')).toEqual([{ q: 'evening', chat_id: 'chat', scope: 'branches' }])
  expect(panel.getByText('evening').tagName).toBe('MARK')
  await user.click(panel.getByRole('button', { name: /Good evening/ }))
  await waitFor(() => expect(document.querySelector('[data-message="chat-1"]')?.hasAttribute('data-found')).toBe(true))
})

it('searches the path or all chats on request; a hit in another chat is a link', async () => {
  const other = testHit({ chat_id: 'other', chat_title: 'Bram', message_id: 'other-7', seq: 7 })
  const api = new FakeApi().on('POST /api/chat/search', ({ chat_id }) => found(chat_id ? [] : [other]))
  const { user, panel, field } = await openSearch(api)
  await user.type(field, 'evening')
  expect(await panel.findByText('No matching messages.')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'This branch' }))
  await waitFor(() => expect(api.inputsOf('POST /api/chat/search').at(-1)).toMatchObject({ scope: 'path' }))
  await user.click(panel.getByRole('button', { name: 'All chats' }))
  expect((await panel.findByRole('link', { name: /Bram/ })).getAttribute('href')).toBe('/chat/other/7')
})

it('switches to another branch only on request', async () => {
  const hit = testHit({ message_id: 'chat-9', seq: 9, on_path: false })
  const { user, panel, field, sent } = await openSearch(new FakeApi().on('POST /api/chat/search', () => found([hit])))
  await user.type(field, 'evening')
  await user.click(await panel.findByRole('button', { name: /On another branch/ }))
  expect(sent('message.select')).toEqual([])
  await user.click(panel.getByRole('button', { name: 'Go to that branch' }))
  await waitFor(() => expect(sent('message.select')).toMatchObject([{ message_id: 'chat-9' }]))
})

it('appends the next page, and says why a search failed', async () => {
  const api = new FakeApi().on('POST /api/chat/search', ({ cursor }) =>
    cursor ? found([testHit({ message_id: 'chat-0', snippet: 'An evening.' })]) : found([testHit({})], 'next'),
  )
  const { user, panel, field } = await openSearch(api)
  await user.type(field, 'evening')
  await user.click(await panel.findByRole('button', { name: 'Show more' }))
  expect(await panel.findByText('2 matches, newest first')).toBeTruthy()
  api.on('POST /api/chat/search', () => new Refusal('TooManyRequests', 'Too fast.'))
  await user.type(field, 's')
  expect(await panel.findByText('Too fast.')).toBeTruthy()
})
