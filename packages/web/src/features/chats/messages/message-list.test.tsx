// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CHAT, testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, ownMessage, renderChat } from '../testing/render-chat.tsx'

const log = () => screen.getByRole('log', { name: 'Conversation with Ilse' })

/** Scrolls the log, which has no layout here: 0 is its end, and positions above it are negative. */
const scrollTo = async (top: number) =>
  act(async () => {
    log().scrollTop = top
    fireEvent.scroll(log())
  })

describe('older messages', () => {
  it('load when the reader gets near the top, and are inserted above the others', async () => {
    const older = testMessage({ id: 'chat-0', seq: 1, text: 'Long ago.' })
    const api = new FakeApi().on('GET /api/chat/getMessages', () => ({ list: [older], has_more: false, rev: 1 }))
    const messages = [testMessage({ id: 'chat-9', seq: 9, parent_id: 'chat-0', text: 'Just now.' })]
    await renderChat({ messages, hasOlder: true, api })
    await scrollTo(-10)
    expect(api.inputsOf('GET /api/chat/getMessages')).toMatchObject([{ chat_id: 'chat', before_seq: '9' }])
    expect(log().textContent).toMatch(/Long ago\..*Just now\./)
    expect(screen.getByText('Ilse is an AI character. What they say is fiction.')).toBeTruthy()
  })

  it('can be requested again after a failure', async () => {
    let attempts = 0
    const api = new FakeApi().on('GET /api/chat/getMessages', () => {
      if (++attempts === 1) throw new TypeError('no network')
      return { list: [testMessage({ id: 'chat-0', text: 'Long ago.' })], has_more: false, rev: 1 }
    })
    const messages = [testMessage({ id: 'chat-9', seq: 9, parent_id: 'chat-0', text: 'Just now.' })]
    const { user } = await renderChat({ messages, hasOlder: true, api })
    await scrollTo(-10)
    expect(await screen.findByText('Earlier messages didn’t load.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Long ago.')).toBeTruthy()
  })
})

describe('the head of the conversation', () => {
  const head = () => document.querySelector('.pane-chat')?.getAttribute('data-head')

  it('is open at first, and a bar while the reader is elsewhere; the label of an AI character stays', async () => {
    const messages = [testMessage({ id: 'chat-9', seq: 9, parent_id: 'chat-0', text: 'Just now.' })]
    await renderChat({ messages, hasOlder: true })
    expect(head()).toBeNull()
    await scrollTo(-500)
    expect(head()).toBe('small')
    await scrollTo(0)
    expect(head()).toBe('small')
    expect(screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent).toContain('AI character')
  })

  it('opens again at the start of the conversation', async () => {
    await renderChat()
    Object.defineProperty(log(), 'scrollHeight', { value: 900, configurable: true })
    await scrollTo(-500)
    expect(head()).toBe('small')
    await scrollTo(-890)
    expect(head()).toBeNull()
  })
})

describe('a last line of the reader’s own', () => {
  const question = ownMessage({ id: 'chat-2', text: 'Where to?' })

  it('offers to ask for a reply, and names the price', async () => {
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question] })
    const ask = screen.getByRole('button', { name: 'Ask for a reply' })
    expect(ask.getAttribute('aria-description')).toBe('1 message')
    await user.click(ask)
    expect(sent('generation.speak')).toMatchObject([{ chat_id: 'chat', card_id: CHAT.card.id }])
    const reply = testMessage({ id: 'chat-3', seq: 3, rev: 3, parent_id: 'chat-2', status: 'streaming', text: '' })
    await receive({ type: 'message.created', message: reply })
    expect(screen.queryByRole('button', { name: 'Ask for a reply' })).toBeNull()
  })

  it('names no price where messages are not counted', async () => {
    await renderChat({ messages: [GREETING, question], settings: { message_price: 0 } })
    expect(screen.getByRole('button', { name: 'Ask for a reply' }).getAttribute('aria-description')).toBeNull()
  })

  it('offers nothing after a sign of distress, when the story pauses', async () => {
    const { receive } = await renderChat({ messages: [GREETING, question] })
    await receive({
      type: 'safety.notice',
      chat_id: 'chat',
      message_id: 'chat-2',
      kind: 'crisis',
      text: 'You are not alone.',
      help_lines: [],
      emergency: null,
    })
    expect(screen.queryByRole('button', { name: 'Ask for a reply' })).toBeNull()
  })
})

describe('a message that there is no balance for', () => {
  async function sendInVain(links: { price: string | null }) {
    const { user, receive, sent } = await renderChat({ links })
    await user.type(screen.getByRole('textbox'), 'Here I am{Enter}')
    const client_id = sent('message.send')[0]?.client_id ?? ''
    await receive({ type: 'nack', client_id, code: 2001, msg: 'You’re out of messages for now.', data: null })
    expect(screen.getByText(/out of messages/)).toBeTruthy()
    return screen.queryAllByRole('link', { name: /Get messages|See membership/ }).length
  }

  it('leads to where messages are sold', async () => {
    expect(await sendInVain({ price: '/price' })).toBe(2)
  })

  it('offers nothing to buy while offers are paused (C3)', async () => {
    expect(await sendInVain({ price: null })).toBe(0)
  })
})

describe('a reminder that the character is an AI', () => {
  it('leaves the way to ask for a reply', async () => {
    const question = ownMessage({ id: 'chat-2', text: 'Where to?' })
    const { receive } = await renderChat({ messages: [GREETING, question] })
    await receive({
      type: 'safety.notice',
      chat_id: 'chat',
      message_id: null,
      kind: 'ai_reminder',
      text: 'A reminder: you’re talking with an AI character, not a person.',
      help_lines: [],
      emergency: null,
    })
    expect(screen.getByText('A reminder: you’re talking with an AI character, not a person.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ask for a reply' })).toBeTruthy()
  })
})

describe('a reply that claims to be human (H2)', () => {
  const claim = testMessage({ id: 'chat-2', seq: 2, text: 'Of course I am human.', claims_human: true })
  const reminders = () => screen.queryAllByText('A reminder: you’re talking with an AI character, not a person.')

  it('is corrected under it, also on a device that never had the notice', async () => {
    await renderChat({ messages: [GREETING, claim] })
    expect(reminders()).toHaveLength(1)
    const row = document.querySelector('[data-message="chat-2"]')
    expect(row && reminders()[0] && row.compareDocumentPosition(reminders()[0]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is corrected once where the notice is there', async () => {
    const { receive } = await renderChat({ messages: [GREETING, claim] })
    await receive({
      type: 'safety.notice',
      chat_id: 'chat',
      message_id: 'chat-2',
      kind: 'ai_reminder',
      text: 'A reminder: you’re talking with an AI character, not a person.',
      help_lines: [],
      emergency: null,
    })
    expect(reminders()).toHaveLength(1)
  })
})

describe('the notice after a sign of distress', () => {
  it('is in the language of the page, and lists a helpline with several numbers once', async () => {
    const question = ownMessage({ id: 'chat-2', text: 'A message.' })
    const { receive } = await renderChat({ messages: [GREETING, question] })
    const line = { name: 'A line', url: null, hours: '24/7', country: 'GB' }
    await receive({
      type: 'safety.notice',
      chat_id: 'chat',
      message_id: 'chat-2',
      kind: 'crisis_imminent',
      text: 'Die Geschichte ist angehalten.',
      help_lines: [
        { ...line, phone: '116 123' },
        { ...line, phone: '116 124' },
      ],
      emergency: { phone: '999', country: 'GB' },
    })
    const notice = within(screen.getByRole('alert', { name: 'You don’t have to go through this alone' }))
    expect(notice.getByText(/^The story is paused/)).toBeTruthy()
    expect(notice.getAllByText(/in danger right now/)).toHaveLength(1)
    expect(notice.getAllByText(/from Everkin/i)).toHaveLength(1)
    expect(notice.queryByText(/angehalten/)).toBeNull()
    expect(notice.getAllByText('A line')).toHaveLength(1)
    expect(notice.getAllByRole('link', { name: /116 12/ })).toHaveLength(2)
  })
})

describe('the button to the newest message', () => {
  it('appears away from the end, and scrolls there', async () => {
    const { user } = await renderChat()
    const jump = () => screen.queryByRole('button', { name: 'Jump to newest' })
    expect(jump()).toBeNull()
    await scrollTo(-500)
    await user.click(jump() ?? document.body)
    expect(log().scrollTop).toBe(0)
    expect(jump()).toBeNull()
  })

  it('is not needed after sending, which scrolls to the end automatically', async () => {
    const { user } = await renderChat()
    await scrollTo(-500)
    await user.type(screen.getByRole('textbox'), 'Here I am{Enter}')
    expect(log().scrollTop).toBe(0)
  })
})

describe('accessible names and announcements', () => {
  it('introduce the character at the start, with the label of an AI character', async () => {
    await renderChat()
    expect(screen.getByText('Ilse is an AI character. What they say is fiction.')).toBeTruthy()
  })

  it('name the speaker of every message for screen readers', async () => {
    await renderChat({ messages: [GREETING, ownMessage({ id: 'chat-2', text: 'Hello.' })] })
    expect(document.querySelector('[data-message="chat-2"]')?.textContent).toMatch(/^.*You.*Hello\./)
    expect(document.querySelector('[data-message="chat-1"]')?.textContent).toMatch(/Ilse.*Good evening\./)
  })

  it('announce a reply once when it begins, and in full when it has ended', async () => {
    const { receive } = await renderChat()
    const announced = () => document.querySelector('[aria-live="polite"].visually-hidden')?.textContent
    const reply = testMessage({ id: 'chat-2', seq: 2, rev: 2, parent_id: 'chat-1', status: 'streaming', text: '' })
    await receive({ type: 'message.created', message: reply })
    expect(announced()).toBe('Ilse is writing')
    await receive({ type: 'message.delta', chat_id: 'chat', message_id: 'chat-2', offset: 0, text: 'Do *come* in.' })
    expect(announced()).toBe('Ilse is writing')
    await receive({
      type: 'message.completed',
      message: { ...reply, rev: 3, status: 'complete', text: 'Do *come* in.' },
    })
    expect(announced()).toBe('Ilse: Do come in.')
  })

  it('announce why a reply failed', async () => {
    const { receive } = await renderChat()
    const reply = testMessage({ id: 'chat-2', seq: 2, rev: 2, parent_id: 'chat-1', status: 'streaming', text: '' })
    await receive({ type: 'message.created', message: reply })
    await receive({ type: 'message.completed', message: { ...reply, rev: 3, status: 'failed' } })
    const announced = document.querySelector('[aria-live="polite"].visually-hidden')?.textContent
    expect(announced).toBe(document.querySelector('.message-mark-bad')?.textContent)
  })

  it('marks the chat as read once its end is visible', async () => {
    const { api } = await renderChat({ chat: { unread: 2 } })
    expect(api.inputsOf('POST /api/chat/read')).toEqual([{ chat_id: 'chat', seq: 1 }])
  })

  it('offers Undo instead of the field once the chat was deleted elsewhere', async () => {
    const { receive } = await renderChat()
    await receive({ type: 'chat.deleted', chat_id: 'chat' })
    expect(screen.getByText('This chat was deleted.')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
