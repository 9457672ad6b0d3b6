// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CHAT } from '../chats/realtime/testing/server-model.ts'
import { FakeApi, renderPart } from '../chats/testing/render-chat.tsx'
import { type ContinuedChat, ContinueRow } from './continue-row.tsx'

const createTestChat = (id: string, fields: Partial<ContinuedChat> = {}): ContinuedChat => ({
  id,
  card: { ...CHAT.card, tagline: `Tagline of ${id}` },
  title: id,
  unread: 0,
  line: '',
  ...fields,
})
const renderRow = (chats: ContinuedChat[]) =>
  renderPart(<ContinueRow chats={chats} pathOfChat={(id) => `/chat/${id}`} allPath="/chats" />, { api: new FakeApi() })

it('shows the last line of each chat, or the tagline of its card, and what is unread', () => {
  renderRow([createTestChat('Ilse', { line: 'You’re late.', unread: 2 }), createTestChat('June')])
  const [ilse, june] = ['Ilse', 'June'].map((name) => screen.getByRole('link', { name: new RegExp(name) }))
  expect(ilse?.textContent).toContain('You’re late.')
  expect(ilse?.querySelector('.badge')?.textContent).toMatch(/2/)
  expect(june?.textContent).toContain('Tagline of June')
  expect(june?.querySelector('.badge')).toBeNull()
})

it('renders nothing without chats', () => {
  renderRow([])
  expect(screen.queryByRole('heading')).toBeNull()
})
