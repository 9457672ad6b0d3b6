// @vitest-environment happy-dom
import type { Chat, Message } from '@everkin/contract/types.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAT } from '../realtime/testing/server-model.ts'
import { FakeApi, renderPart } from '../testing/render-chat.tsx'
import { LastPage, toLastLines } from './last-page.tsx'

const chat: Chat = {
  ...CHAT,
  title: 'Ilse',
  rev: 4,
  last_message: { role: 'character', speaker_name: null, text: 'Hold it higher.', created_at: CHAT.created_at },
}

const testMessage = (seq: number, text: string, fields: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id: chat.id,
  parent_id: null,
  seq,
  rev: seq,
  active: true,
  role: 'character',
  speaker: { card_id: 'ilse', name: 'Ilse Marlow', avatar: null },
  text,
  status: 'complete',
  variant: { index: 0, count: 1, ids: [`m${seq}`] },
  attachments: [],
  client_id: null,
  voice_demo: false,
  reasoning: null,
  reasoning_ms: null,
  usage: null,
  created_at: CHAT.created_at,
  ...fields,
})

const textsOf = (of: Chat, messages: Message[]) => toLastLines(of, messages).lines.map(({ text }) => text)

describe('the lines of the last page', () => {
  it('leaves out what is hidden, withheld or empty', () => {
    const messages = [
      testMessage(1, 'Out of sight', { hidden: true }),
      testMessage(2, 'Withheld', { restriction: 'hidden' }),
      testMessage(3, ''),
      testMessage(4, 'Hold it higher.'),
    ]
    expect(textsOf(chat, messages)).toEqual(['Hold it higher.'])
  })

  it('quotes nothing of a chat in which help was shown', () => {
    const messages = [
      testMessage(1, '[[crisis-cue]]', { role: 'user', speaker: null, crisis: true }),
      testMessage(2, 'I hear you.'),
    ]
    expect(textsOf(chat, messages)).toEqual([])
    expect(textsOf({ ...chat, last_message: null }, [testMessage(2, 'I hear you.')])).toEqual([])
  })

  it('names who speaks in a group only', () => {
    const namesOf = (type: Chat['type']) => toLastLines({ ...chat, type }, [testMessage(1, 'Aye.')]).lines[0]?.name
    expect([namesOf('single'), namesOf('multiple')]).toEqual([null, 'Ilse Marlow'])
  })
})

describe('the last page', () => {
  beforeEach(() => void vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)) // all it reads
  afterEach(() => void vi.restoreAllMocks())

  const page = (loaded: ReturnType<typeof toLastLines> | null) => (
    <LastPage chat={chat} loaded={loaded} to="/chat/1" time="now" />
  )

  it('shows what came with the page, with a link to the chat', () => {
    const api = new FakeApi()
    renderPart(page(toLastLines(chat, [testMessage(1, 'Hold it higher.')])), { api })
    expect(screen.getByText('Hold it higher.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue chatting' }).getAttribute('href')).toBe('/chat/1')
    expect(api.inputsOf('GET /api/chat/getMessages')).toEqual([])
  })

  it('loads the lines of a newer revision, and of another chat shows none until then', async () => {
    const list = [testMessage(5, 'A new line.')]
    const api = new FakeApi().on('GET /api/chat/getMessages', () => ({ list, has_more: false, rev: 5 }) as never)
    renderPart(page({ ...toLastLines(chat, [testMessage(1, 'From another chat.')]), chatId: 'other' }), { api })
    expect(screen.queryByText('From another chat.')).toBeNull()
    await waitFor(() => expect(screen.getByText('A new line.')).toBeTruthy())
  })
})
