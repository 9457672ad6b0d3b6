// @vitest-environment happy-dom
import { LIMITS } from '@everkin/contract/limits.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toParticipants } from '../context/participants.tsx'
import { OUTBOX_LIMITS } from '../realtime/outbox-store.ts'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, ownMessage, Refusal, renderChat } from '../testing/render-chat.tsx'

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const streaming = testMessage({
  id: 'chat-2',
  seq: 2,
  rev: 2,
  parent_id: GREETING.id,
  status: 'streaming',
  text: 'Well',
})

it('shortens a long name in the empty field, but not in its label', async () => {
  const long = 'Donaudampfschifffahrt'
  await renderChat({
    sendsOnEnter: false,
    chat: { card: { id: 'ilse', name: long, avatar: null, tagline: '' } as never },
  }) // all that is shown
  expect(field().placeholder).toBe('Message Donaudam…')
  expect(field().getAttribute('aria-label')).toBe(`Message ${long}`)
})

it('lets the server get ready with the first letter, once', async () => {
  const { user, sent } = await renderChat()
  await user.type(field(), '  ')
  expect(sent('generation.prepare')).toEqual([])
  await user.type(field(), 'Where to?')
  expect(sent('generation.prepare')).toEqual([{ type: 'generation.prepare', chat_id: 'chat' }])
})

describe('sending', () => {
  it('sends the text by the button, shows it as pending, and clears the field', async () => {
    const { user, sent, receive } = await renderChat()
    await user.type(field(), ' \u200B')
    expect(button('Send').getAttribute('aria-disabled')).toBe('true')
    await user.clear(field())
    await user.type(field(), 'Where to?')
    await user.click(button('Send'))
    expect(sent('message.send')).toMatchObject([{ chat_id: 'chat', text: 'Where to?' }])
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    expect(screen.getByText('Sending')).toBeTruthy()
    const client_id = sent('message.send')[0]?.client_id ?? ''
    await receive({ type: 'ack', client_id, message: ownMessage({ id: 'chat-2', text: 'Where to?', client_id }) })
    expect(screen.queryByText('Sending')).toBeNull()
    expect(screen.getAllByText('Where to?')).toHaveLength(1)
  })

  it('sends on Enter on desktops, but not on Shift+Enter or during IME composition', async () => {
    const { user, sent } = await renderChat()
    await user.type(field(), 'One{Shift>}{Enter}{/Shift}two')
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    expect(sent('message.send')).toEqual([])
    await user.keyboard('{Enter}')
    expect(sent('message.send')).toMatchObject([{ text: 'One\ntwo' }])
  })

  it('inserts a line break on Enter on phones', async () => {
    const { user, sent } = await renderChat({ sendsOnEnter: false })
    await user.type(field(), 'One{Enter}two')
    expect(field().value).toBe('One\ntwo')
    expect(sent('message.send')).toEqual([])
  })

  it('does not send blank text', async () => {
    const { user, sent } = await renderChat()
    await user.type(field(), '   {Enter}')
    expect(sent('message.send')).toEqual([])
    expect(field().value).toBe('   ')
  })

  it('preserves a text that is too long, and shows by how many characters', async () => {
    const { user, sent } = await renderChat()
    fireEvent.change(field(), { target: { value: 'x'.repeat(LIMITS.messageLength) } })
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
    expect(screen.getByText('8,000 of 8,000')).toBeTruthy()
    fireEvent.change(field(), { target: { value: 'x'.repeat(LIMITS.messageLength + 3) } })
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('.dock-error')?.textContent).toMatch(/3 characters/)
    expect(button('Send').getAttribute('aria-disabled')).toBe('true')
    await user.type(field(), '{Enter}')
    expect(sent('message.send')).toEqual([])
    expect(field().value).toHaveLength(LIMITS.messageLength + 3)
  })

  it('queues the message without a connection; a full outbox leaves the text in the field', async () => {
    const { user, sent, open, connect } = await renderChat({ isConnected: false })
    await user.type(field(), 'First{Enter}')
    expect(sent('message.send')).toEqual([])
    expect(screen.getByText('Waiting to send')).toBeTruthy()
    for (let count = 1; open.outbox.add('other', 'x') !== null; count++) expect(count).toBeLessThan(1_000)
    await user.type(field(), 'One too many{Enter}')
    expect(field().value).toBe('One too many')
    expect(screen.getByText(/Too many unsent messages/)).toBeTruthy()
    await connect()
    expect(sent('message.send')[0]).toMatchObject({ text: 'First' })
  })

  it('shows why a message was refused; it can be retried, edited or discarded', async () => {
    const { user, sent, receive } = await renderChat()
    await user.type(field(), 'Hello{Enter}')
    const { client_id = '' } = sent('message.send')[0] ?? {}
    await receive({ type: 'nack', client_id, code: 1011, msg: 'Not like this.', data: null })
    expect(screen.getByText('Not like this.')).toBeTruthy()
    await user.click(button('Try again'))
    expect(sent('message.send')).toMatchObject([{ client_id }, { client_id }])
    await receive({ type: 'nack', client_id, code: 1011, msg: 'Not like this.', data: null })
    await user.click(button('Edit'))
    expect(field().value).toBe('Hello')
    expect(screen.queryByText('Not like this.')).toBeNull()
  })

  it('asks before it sends a message that waited for more than a day (REC-04)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { user, sent, connect } = await renderChat({ isConnected: false })
    await user.type(field(), 'Home?{Enter}')
    vi.setSystemTime(Date.now() + OUTBOX_LIMITS.ageMs + 1)
    await connect()
    expect(screen.getByText('Unsent for over a day. Send it now?')).toBeTruthy()
    expect(sent('message.send')).toEqual([])
    const [confirm] = screen.getAllByRole('button', { name: 'Send' })
    await user.click(confirm!)
    expect(sent('message.send')).toMatchObject([{ text: 'Home?' }])
  })
})

describe('the field', () => {
  it('restores a saved draft, and saves further input as a draft', async () => {
    const { user, live } = await renderChat({ draft: 'I was about to' })
    expect(field().value).toBe('I was about to')
    await user.type(field(), ' say')
    expect(live.drafts.read('chat')).toBe('I was about to say')
    await user.keyboard('{Enter}')
    // This browser has no IndexedDB, so the draft stays until the server has stored the message.
    expect(live.drafts.read('chat')).toBe('I was about to say')
    live.outbox.remove(live.outbox.entriesOf('chat')[0]?.item.client_id ?? '')
    await waitFor(() => expect(live.drafts.read('chat')).toBe(''))
  })

  it.each([
    ['', ''],
    ['Or not.', 'Or not.'],
  ])(
    'is empty when a message is sent; its draft stays until the message is stored, and “%s” typed meanwhile',
    async (typed, left) => {
      const { user, live } = await renderChat()
      const stored = Promise.withResolvers<void>()
      const add = live.outbox.add.bind(live.outbox)
      vi.spyOn(live.outbox, 'add').mockImplementation((...message) => {
        const added = add(...message)
        return added && { ...added, stored: stored.promise }
      })
      await user.type(field(), 'Where to?{Enter}')
      expect(field().value).toBe('')
      expect(live.drafts.read('chat')).toBe('Where to?')
      if (typed !== '') await user.type(field(), typed)
      stored.resolve()
      await waitFor(() => expect(live.drafts.read('chat')).toBe(left))
      expect(field().value).toBe(left)
    },
  )

  it('shows what sending uses and how many messages are left', async () => {
    await renderChat({ settings: { message_price: 3 } })
    expect(screen.getByText('Sending uses 3 messages')).toBeTruthy()
    expect(screen.getByText('12 messages left')).toBeTruthy()
    expect(button('Send').getAttribute('aria-description')).toBe('3 messages')
  })

  it.each([
    { settings: { message_price: 0 } },
    { settings: { message_price: 3 }, wallet: { unlimited_messages: true } },
  ])('shows neither where nothing is counted (%#)', async (options) => {
    await renderChat(options)
    expect(screen.queryByText(/Sending uses|messages left/)).toBeNull()
    expect(button('Send').hasAttribute('aria-description')).toBe(false)
  })
})

describe('the stop button', () => {
  it('replaces Send while a reply is streaming and the field is empty', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING, streaming] })
    await user.click(document.querySelector('.composer-stop') ?? document.body)
    expect(sent('generation.stop')).toEqual([{ type: 'generation.stop', chat_id: 'chat' }])
    await user.type(field(), 'Wait')
    expect(document.querySelector('.composer-stop')).toBeNull()
    await user.click(button('Send'))
    expect(sent('message.send')).toMatchObject([{ text: 'Wait' }])
  })

  it('is also triggered by Esc', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING, streaming] })
    // During IME composition it takes back what is being composed.
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true })
    expect(sent('generation.stop')).toHaveLength(0)
    await user.type(field(), '{Escape}')
    expect(sent('generation.stop')).toHaveLength(1)
  })

  it('reports a missing connection', async () => {
    const { user } = await renderChat({ messages: [GREETING, streaming], isConnected: false })
    await user.click(document.querySelector('.composer-stop') ?? document.body)
    expect(screen.getByText(/You’re not connected/)).toBeTruthy()
  })
})

const group =
  toParticipants(
    {
      type: 'multiple',
      members: [
        { card_id: 'bram', name: 'Bram Castellan', avatar: null, muted: false },
        { card_id: 'wren', name: 'Wren Okafor', avatar: null, muted: false },
      ],
    },
    null,
  ) ?? undefined

describe('in a group', () => {
  it('suggests the cast after an @; arrow keys choose, and Enter selects without sending', async () => {
    const { user, sent } = await renderChat({ group })
    await user.type(field(), 'Hello @')
    const names = await screen.findAllByRole('option')
    expect(names.map((name) => name.querySelector('bdi')?.textContent)).toEqual(['Bram Castellan', 'Wren Okafor'])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field().value).toBe('Hello @Wren ')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(sent('message.send')).toEqual([])
    await user.keyboard('you?{Enter}')
    expect(sent('message.send')).toMatchObject([{ text: 'Hello @Wren you?' }])
  })

  it('closes the list on Esc and leaves the text', async () => {
    const { user } = await renderChat({ group })
    await user.type(field(), '@wr')
    expect(await screen.findAllByRole('option')).toHaveLength(1)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    expect(field().value).toBe('@wr')
  })

  it('makes a member speak at once, or chooses who answers the text being written', async () => {
    const { user, sent } = await renderChat({ group })
    await user.click(button('Ask Bram to speak now'))
    expect(sent('generation.speak')).toMatchObject([{ card_id: 'bram' }])
    await user.type(field(), 'And you?')
    await user.click(button('Wren'))
    expect(button('Wren').getAttribute('aria-pressed')).toBe('true')
    await user.click(button('Send'))
    expect(sent('message.send')).toMatchObject([{ text: 'And you?', speak_card_id: 'wren' }])
    expect(button('Anyone').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('reply suggestions', () => {
  it('puts a chosen suggestion into the field without sending, and can restore the previous text', async () => {
    const api = new FakeApi().on('GET /api/chat/helpReply', () => ['Why?', 'Come with me.', 'Is there cake?'])
    const { user, sent } = await renderChat({ api })
    await user.type(field(), 'Mine')
    await user.click(button('Help me reply'))
    await user.click(await screen.findByRole('button', { name: /Come with me/ }))
    expect(field().value).toBe('Come with me.')
    await user.click(button('Restore my text'))
    expect(field().value).toBe('Mine')
    expect(sent('message.send')).toEqual([])
  })

  it('shows why there are none, asks for others with the next round, and is disabled while a reply is streaming', async () => {
    const api = new FakeApi().on('GET /api/chat/helpReply', () => new Refusal('Unavailable', 'Not just now.'))
    const { user, receive } = await renderChat({ api })
    await user.click(button('Help me reply'))
    expect(await screen.findByText('Not just now.')).toBeTruthy()
    await user.click(button('Other ideas'))
    await waitFor(() => expect(api.inputsOf('GET /api/chat/helpReply').map(({ round }) => round)).toEqual(['0', '1']))
    await receive({ type: 'message.created', message: streaming })
    expect(screen.queryByText('Not just now.')).toBeNull()
    expect(button('Help me reply').disabled).toBe(true)
  })
})

describe('dictation', () => {
  it('is hidden in browsers without support', async () => {
    await renderChat()
    expect(screen.queryByRole('button', { name: 'Speak instead of typing' })).toBeNull()
  })

  it('says where speech is sent before it listens, then inserts what was recognised', async () => {
    let heard: ((words: string) => void) | null = null
    class Recognition {
      onresult: ((event: unknown) => void) | null = null
      onend: (() => void) | null = null
      start() {
        heard = (words) =>
          this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript: words }], { isFinal: true })] })
      }
      stop() {
        this.onend?.()
      }
      abort() {}
    }
    vi.stubGlobal('SpeechRecognition', Recognition)
    const { user } = await renderChat({ draft: 'Well,' })
    await user.click(button('Speak instead of typing'))
    expect(await screen.findByText(/Your browser turns speech into text/)).toBeTruthy()
    expect(heard).toBeNull()
    await user.click(button('Start'))
    await waitFor(() => expect(heard).not.toBeNull())
    heard!('good morning')
    await waitFor(() => expect(field().value).toBe('Well, good morning'))
    await user.click(button('Stop dictating'))
    expect(screen.queryByRole('button', { name: 'Stop dictating' })).toBeNull()
  })
})
