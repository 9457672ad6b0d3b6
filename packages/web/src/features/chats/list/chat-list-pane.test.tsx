// @vitest-environment happy-dom
import type { Chat } from '@everkin/contract/types.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CHAT } from '../realtime/testing/server-model.ts'
import { FakeApi, Refusal, renderPart } from '../testing/render-chat.tsx'
import { hasNoChats } from './chat-list.ts'
import { ChatListPane } from './chat-list-pane.tsx'
import { useChatActions, useChatList } from './use-chat-list.ts'

const createTestChat = (id: string, fields: Partial<Chat> = {}): Chat => ({
  ...CHAT,
  id,
  title: id,
  updated_at: `2026-11-2${id.length}T10:00:00.000Z`,
  ...fields,
})
const [ann, ilse, bertram] = [createTestChat('Ann'), createTestChat('Ilse'), createTestChat('Bertram', { unread: 3 })]

let applyFrame: ReturnType<typeof useChatList>['list']['applyFrame']

function Chats({ cursor }: { cursor: string | null }) {
  const { list, snapshot } = useChatList({ list: [bertram, ilse, ann], next_cursor: cursor }, null)
  const actions = useChatActions(list)
  applyFrame = list.applyFrame
  return (
    <ChatListPane
      list={list}
      snapshot={snapshot}
      actions={actions}
      linkTo={(id) => `/chat/${id}`}
      exploreLink="/explore"
      currentChatId={null}
      heading="h1"
    />
  )
}

const renderList = (api = new FakeApi(), cursor: string | null = null) => renderPart(<Chats cursor={cursor} />, { api })
const titles = () => [...document.querySelectorAll('.chat-row .title-3')].map((title) => title.textContent)
const menuOf = (name: string) => within(screen.getByRole('menu', { name: `Options for ${name}`, hidden: true }))

describe('the chat list', () => {
  it('shows the newest first, with unread counts and links', () => {
    renderList()
    expect(titles()).toEqual(['Bertram', 'Ilse', 'Ann'])
    expect(screen.getByRole('link', { name: /Ilse/ }).getAttribute('href')).toBe('/chat/Ilse')
    expect(screen.getByRole('link', { name: /Bertram/ }).textContent).toMatch(/3/)
  })

  it('quotes what a character said last, and all of what the reader wrote', async () => {
    renderList()
    const says = (role: 'user' | 'character', text: string) => ({
      last_message: { role, text, speaker_name: null, created_at: ann.updated_at },
    })
    await act(async () => {
      applyFrame({
        type: 'chat.updated',
        chat: createTestChat('Ann', says('character', '*She nods.* Come in. *She leads the w')),
      })
      applyFrame({ type: 'chat.updated', chat: createTestChat('Ilse', says('user', '*I wave.* Hello.')) })
    })
    const previews = [...document.querySelectorAll('.chat-row-preview')].map((preview) => preview.textContent)
    expect(previews).toEqual([bertram.card.tagline, 'I wave. Hello.', 'Come in.'])
  })

  it('isolates the name of who spoke last in a group, so that the line has the direction of what was said', async () => {
    renderList()
    const last = { role: 'character', text: 'Come in.', speaker_name: 'برام', created_at: ann.updated_at } as const
    await act(async () => {
      applyFrame({ type: 'chat.updated', chat: createTestChat('Ann', { type: 'multiple', last_message: last }) })
    })
    const line = document.querySelector('[data-chat="Ann"] .chat-row-preview')
    expect(line?.getAttribute('dir')).toBe('auto')
    expect(line?.querySelector('bdi')?.textContent).toBe('برام')
    expect(line?.textContent).toBe('برام: Come in.')
  })

  it('shows the faces of a group, and one picture where only one member is left', async () => {
    renderList()
    const faces = ['Bram', 'Wren'].map((name) => ({ id: name, name, avatar: `/pictures/${name}.webp` }))
    const group = (id: string, count: number) =>
      createTestChat(id, { type: 'multiple', card: { ...CHAT.card, type: 'multiple', faces: faces.slice(0, count) } })
    await act(async () => {
      applyFrame({ type: 'chat.updated', chat: group('Crew', 2) })
      applyFrame({ type: 'chat.updated', chat: group('Rest', 1) })
    })
    const picturesOf = (id: string) => document.querySelectorAll(`[data-chat="${id}"] .arch`).length
    expect([picturesOf('Crew'), picturesOf('Rest')]).toEqual([2, 1])
  })

  it('updates with live frames', async () => {
    renderList()
    await act(async () =>
      applyFrame({ type: 'chat.updated', chat: { ...ann, updated_at: '2026-12-01T10:00:00.000Z', rev: 9 } }),
    )
    expect(titles()).toEqual(['Ann', 'Bertram', 'Ilse'])
    await act(async () => applyFrame({ type: 'chat.deleted', chat_id: 'Ilse' }))
    expect(titles()).toEqual(['Ann', 'Bertram'])
  })

  it('shows all chats again when the last group is gone while only groups are shown', async () => {
    const { user } = renderList()
    await act(async () => applyFrame({ type: 'chat.updated', chat: createTestChat('Crew', { type: 'multiple' }) }))
    await user.click(screen.getByRole('button', { name: 'Groups' }))
    expect(titles()).toEqual(['Crew'])
    await act(async () => applyFrame({ type: 'chat.deleted', chat_id: 'Crew' }))
    expect(titles()).toEqual(['Bertram', 'Ilse', 'Ann'])
  })

  it('does not say that there are no chats while a search is being undone', () => {
    const none = { chats: [], query: '', hasMore: false } as const
    expect(hasNoChats({ ...none, state: 'idle' })).toBe(true)
    expect(hasNoChats({ ...none, state: 'searching' })).toBe(false)
    expect(hasNoChats({ ...none, state: 'failed' })).toBe(false)
    expect(hasNoChats({ ...none, query: 'ilse', state: 'idle' })).toBe(false)
    expect(hasNoChats({ ...none, chats: [ann], state: 'idle' })).toBe(false)
  })

  it('searches when typing stops, says when nothing matches, and shows all chats again for an empty query', async () => {
    const api = new FakeApi().on('GET /api/chat/list', ({ q }) => ({
      list: q === 'ilse' ? [ilse] : q ? [] : [bertram, ilse, ann],
      next_cursor: null,
    }))
    const { user } = renderList(api)
    const field = screen.getByRole('searchbox', { name: 'Search chats' })
    await user.type(field, 'ilse')
    await waitFor(() => expect(titles()).toEqual(['Ilse']))
    expect(api.inputsOf('GET /api/chat/list')).toEqual([{ q: 'ilse' }])
    await user.type(field, 'x{Enter}')
    expect(await screen.findByText('No matching chats.')).toBeTruthy()
    await user.clear(field)
    await waitFor(() => expect(titles()).toHaveLength(3))
  })

  it('loads more, and retries after a failure', async () => {
    let fails = true
    const api = new FakeApi().on('GET /api/chat/list', ({ cursor }) => {
      if (fails) throw new TypeError('no network')
      return { list: cursor ? [createTestChat('Jo')] : [bertram, createTestChat('Jo')], next_cursor: null }
    })
    const { user } = renderList(api, 'next')
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    fails = false
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(titles()).toContain('Jo'))
  })
})

describe('pinning', () => {
  it('moves a chat to the top at once, and reverts when the server refuses', async () => {
    const api = new FakeApi().on('POST /api/chat/pin', () => ({}))
    const { user } = renderList(api)
    await user.click(menuOf('Ann').getByText('Pin to the top'))
    expect(titles()[0]).toBe('Ann')
    expect(api.inputsOf('POST /api/chat/pin')).toEqual([{ chat_id: 'Ann', on: true }])
    api.on('POST /api/chat/pin', () => new Refusal('NotFound', 'It is gone.'))
    await user.click(menuOf('Ilse').getByText('Pin to the top'))
    expect(await screen.findByText('It is gone.')).toBeTruthy()
    expect(titles()).toEqual(['Ann', 'Bertram', 'Ilse'])
  })
})

describe('deleting', () => {
  it('removes a chat at once, and Undo restores it', async () => {
    const api = new FakeApi().on('POST /api/chat/delete', () => ({})).on('POST /api/chat/restore', () => ilse)
    const { user } = renderList(api)
    await user.click(menuOf('Ilse').getByText('Delete chat'))
    expect(titles()).toEqual(['Bertram', 'Ann'])
    expect(await screen.findByText('Chat deleted')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Chat restored')).toBeTruthy()
    expect(titles()).toEqual(['Bertram', 'Ilse', 'Ann'])
    expect(api.inputsOf('POST /api/chat/restore')).toEqual([{ chat_id: 'Ilse' }])
  })

  it('restores the chat when the server refuses, and says why', async () => {
    const api = new FakeApi().on('POST /api/chat/delete', () => new Refusal('Internal', 'That did not work.'))
    const { user } = renderList(api)
    await user.click(menuOf('Ilse').getByText('Delete chat'))
    expect(await screen.findByText('That did not work.')).toBeTruthy()
    expect(titles()).toEqual(['Bertram', 'Ilse', 'Ann'])
  })
})
