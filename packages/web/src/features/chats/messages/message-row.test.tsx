// @vitest-environment happy-dom
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Message } from '@everkin/contract/types.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, ownMessage, renderChat } from '../testing/render-chat.tsx'

const question = ownMessage({ id: 'chat-2', text: 'Where to?' })
const reply = (fields: Partial<Message> = {}) =>
  testMessage({ id: 'chat-3', seq: 3, rev: 3, parent_id: 'chat-2', text: 'Home.', ...fields })
const versions = ['chat-3', 'chat-4']

// Loaded when it is first used, which takes longer than a test waits for a button.
beforeAll(async () => void (await import('./more-actions.tsx')))

const row = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-message="${id}"]`)
  if (!found) throw new Error(`${id} is not rendered`)
  return within(found)
}
const openOptions = async (user: { click: (element: Element) => Promise<void> }, id: string) =>
  user.click(row(id).getByRole('button', { name: 'More options' }))

describe('versions of a reply', () => {
  it('are switched by buttons and arrow keys; beyond the last one a new one is requested', async () => {
    const second = reply({ id: 'chat-4', seq: 4, rev: 4, variant: { index: 1, count: 2, ids: versions } })
    const { user, sent } = await renderChat({ messages: [GREETING, question, second] })
    expect(row('chat-4').getByText('2 of 2')).toBeTruthy()
    await user.click(row('chat-4').getByRole('button', { name: 'Previous version' }))
    expect(sent('message.select')).toMatchObject([{ chat_id: 'chat', message_id: 'chat-3' }])
    await user.keyboard('{ArrowRight}')
    expect(sent('message.regenerate')).toMatchObject([{ message_id: 'chat-4' }])
  })

  it('do not change before the first one or while a reply is streaming', async () => {
    const first = reply({ variant: { index: 0, count: 2, ids: versions } })
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question, first] })
    await user.click(row('chat-3').getByRole('button', { name: 'Previous version' }))
    expect(sent('message.select')).toEqual([])
    await receive({ type: 'message.updated', message: { ...first, rev: 5, status: 'streaming' } })
    await user.click(row('chat-3').getByRole('button', { name: 'Next version' }))
    expect(sent('message.select')).toEqual([])
  })

  it('leave the focus on the same button when another version is shown', async () => {
    const first = reply({ variant: { index: 0, count: 2, ids: versions } })
    const { user, receive } = await renderChat({ messages: [GREETING, question, first] })
    await user.click(row('chat-3').getByRole('button', { name: 'Next version' }))
    const second = reply({
      id: 'chat-4',
      seq: 4,
      rev: 6,
      text: 'Away.',
      variant: { index: 1, count: 2, ids: versions },
    })
    await receive({ type: 'path.changed', chat_id: 'chat', rev: 6, parent_id: 'chat-2', list: [second] })
    expect(row('chat-4').getByText('Away.')).toBeTruthy()
    expect(document.activeElement).toBe(row('chat-4').getByRole('button', { name: 'Next version' }))
  })
})

describe('the newest reply', () => {
  it('can be regenerated and copied without opening its options', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING, question, reply()] })
    await user.click(row('chat-3').getByRole('button', { name: 'Another version' }))
    expect(sent('message.regenerate')).toMatchObject([{ message_id: 'chat-3' }])
    await user.click(row('chat-3').getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('Home.')
  })

  it('can be continued, but an older one cannot', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING, question, reply()] })
    await openOptions(user, 'chat-3')
    await user.click(await row('chat-3').findByRole('menuitem', { name: /^Continue/ }))
    expect(sent('message.continue')).toMatchObject([{ message_id: 'chat-3' }])
    await openOptions(user, 'chat-1')
    expect(await row('chat-1').findByRole('menuitem', { name: 'Copy' })).toBeTruthy()
    expect(row('chat-1').queryByRole('menuitem', { name: /^Continue/ })).toBeNull()
    expect(row('chat-1').queryByRole('menuitem', { name: /^Another version/ })).toBeNull()
    expect(row('chat-1').queryByRole('button', { name: 'Another version' })).toBeNull()
  })

  it('is not the only one to get another version: so does an older one, and swiping back restores what followed', async () => {
    const next = ownMessage({ id: 'chat-4', seq: 4, rev: 4, parent_id: 'chat-3', text: 'Why?' })
    const last = reply({ id: 'chat-5', seq: 5, rev: 5, parent_id: 'chat-4', text: 'It is late.' })
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question, reply(), next, last] })
    expect(row('chat-3').queryByRole('button', { name: 'Another version' })).toBeNull()
    await openOptions(user, 'chat-3')
    expect(await row('chat-3').findByRole('menuitem', { name: 'Try another model' })).toBeTruthy()
    await user.click(row('chat-3').getByRole('menuitem', { name: 'Another version' }))
    expect(sent('message.regenerate')).toMatchObject([{ message_id: 'chat-3' }])

    const ids = ['chat-3', 'chat-6']
    const second = reply({ id: 'chat-6', seq: 6, rev: 6, text: '', variant: { index: 1, count: 2, ids } })
    await receive({ type: 'message.created', message: { ...second, status: 'streaming' } })
    expect(screen.queryByText('Why?')).toBeNull()
    await receive({ type: 'message.completed', message: { ...second, rev: 7, text: 'Away.' } })
    await user.click(row('chat-6').getByRole('button', { name: 'Previous version' }))
    expect(sent('message.select')).toMatchObject([{ message_id: 'chat-3' }])
    const first = reply({ variant: { index: 0, count: 2, ids } })
    await receive({ type: 'path.changed', chat_id: 'chat', rev: 8, parent_id: 'chat-2', list: [first, next, last] })
    expect(row('chat-3').getByText('1 of 2')).toBeTruthy()
    expect(screen.getByText('It is late.')).toBeTruthy()
  })

  it('that is a greeting has no other version to ask for', async () => {
    await renderChat({ messages: [GREETING] })
    expect(row('chat-1').queryByRole('button', { name: 'Another version' })).toBeNull()
    expect(row('chat-1').getByRole('button', { name: 'Copy' })).toBeTruthy()
  })

  it('shows its text as it streams, and can be stopped', async () => {
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question] })
    await receive({ type: 'message.created', message: reply({ status: 'streaming', text: '' }) })
    await receive({ type: 'message.delta', chat_id: 'chat', message_id: 'chat-3', offset: 0, text: 'Hold on' })
    await vi.waitFor(() => expect(row('chat-3').getByText('Hold on')).toBeTruthy())
    await user.click(row('chat-3').getByRole('button', { name: 'Stop' }))
    expect(sent('generation.stop')).toHaveLength(1)
    await receive({
      type: 'message.completed',
      message: reply({ rev: 9, status: 'stopped', text: 'Hold on' }),
    })
    expect(row('chat-3').getByText('Stopped')).toBeTruthy()
  })

  it('says why it failed and what it cost, and can be retried', async () => {
    const failed = reply({
      status: 'failed',
      text: '',
      fault: { reason: 'timeout', retry_at: null } as Message['fault'],
    })
    const { user, sent } = await renderChat({ messages: [GREETING, question, failed] })
    expect(
      row('chat-3').getByText(/The model took too long to answer\. Try again in a moment\. No messages were used\./),
    ).toBeTruthy()
    await user.click(row('chat-3').getByRole('button', { name: 'Another version' }))
    expect(sent('message.regenerate')).toMatchObject([{ message_id: 'chat-3' }])
  })

  it('has nothing to copy before it has said anything', async () => {
    const { user } = await renderChat({ messages: [GREETING, question, reply({ status: 'failed', text: '' })] })
    expect(row('chat-3').queryByRole('button', { name: 'Copy' })).toBeNull()
    await openOptions(user, 'chat-3')
    expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Copy' })).toBeNull()
  })

  it('says why it broke off, and what to do', async () => {
    const failed = reply({ status: 'failed', fault: { reason: 'cut_off', retry_at: null } as Message['fault'] })
    await renderChat({ messages: [GREETING, question, failed] })
    expect(
      row('chat-3').getByText(/The reply was cut off\..* Ask for another version, or continue the reply\./),
    ).toBeTruthy()
  })

  it('can be reported by a guest too (R1), who has no menu; their own cannot', async () => {
    const guest = { note: '', dock: null }
    const { user, reports } = await renderChat({ messages: [GREETING, question, reply()], guest })
    expect(row('chat-2').queryByRole('button', { name: 'Report' })).toBeNull()
    await user.click(row('chat-3').getByRole('button', { name: 'Report' }))
    expect(reports).toEqual(['chat-3'])
  })

  it('says that it reached its length limit, with a button that continues it', async () => {
    const cut = reply({ is_cut_off: true })
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question, cut] })
    expect(row('chat-3').getByText('The reply reached its length limit.')).toBeTruthy()
    const button = row('chat-3').getByRole('button', { name: 'Continue' })
    expect(button.getAttribute('aria-description')).toBe('1 message')
    await user.click(button)
    expect(sent('message.continue')).toMatchObject([{ message_id: 'chat-3' }])
    const next = ownMessage({ id: 'chat-4', seq: 4, rev: 9, parent_id: 'chat-3', text: 'And?' })
    await receive({ type: 'message.created', message: next })
    expect(screen.queryByText('The reply reached its length limit.')).toBeNull()
  })

  it('is reported by its id', async () => {
    const { user, reports } = await renderChat({ messages: [GREETING, question, reply()] })
    await openOptions(user, 'chat-3')
    await user.click(await row('chat-3').findByRole('menuitem', { name: 'Report' }))
    expect(reports).toEqual(['chat-3'])
  })
})

describe('editing a message', () => {
  it('saves in place, or the person’s own as a new branch, and only after a change', async () => {
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question] })
    await openOptions(user, 'chat-2')
    await user.click(await row('chat-2').findByRole('menuitem', { name: 'Edit message' }))
    const field = row('chat-2').getByRole<HTMLTextAreaElement>('textbox')
    expect(field.value).toBe('Where to?')
    expect(row('chat-2').getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    expect(row('chat-2').getByText(/A new branch keeps the old text and gets a new reply\./)).toBeTruthy()
    expect(row('chat-2').queryByRole('button', { name: 'Save as a new version' })).toBeNull()
    await user.type(field, ' Now')
    const branch = row('chat-2').getByRole('button', { name: 'Save as a new branch' })
    expect(branch.textContent).toBe('Save as a new branch1 message')
    expect(branch.getAttribute('aria-description')).toBe('1 message')
    await user.click(branch)
    expect(sent('message.edit')).toMatchObject([{ message_id: 'chat-2', text: 'Where to? Now', branch: true }])
    const message = ownMessage({ id: 'chat-4', seq: 4, rev: 9, text: 'Where to? Now' })
    await receive({ type: 'message.created', message })
    expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull()
  })

  it('saves the text of a reply as a new version, which keeps the old one', async () => {
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question, reply()] })
    await openOptions(user, 'chat-3')
    await user.click(await row('chat-3').findByRole('menuitem', { name: 'Edit message' }))
    expect(row('chat-3').getByText('“Save” replaces this text. A new version keeps the old text.')).toBeTruthy()
    await user.type(row('chat-3').getByRole('textbox'), ' At last')
    const version = row('chat-3').getByRole('button', { name: 'Save as a new version' })
    expect(version.textContent).toBe('Save as a new version')
    await user.click(version)
    expect(sent('message.edit')).toMatchObject([{ message_id: 'chat-3', text: 'Home. At last', branch: true }])
    const variant = { index: 1, count: 2, ids: versions }
    const message = reply({ id: 'chat-4', seq: 4, rev: 9, text: 'Home. At last', variant })
    await receive({ type: 'message.created', message })
    expect(screen.queryByText('Home.')).toBeNull()
    expect(row('chat-4').getByText('2 of 2')).toBeTruthy()
  })

  it('saves on Ctrl+Enter and cancels on Esc', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING] })
    await openOptions(user, 'chat-1')
    await user.click(await row('chat-1').findByRole('menuitem', { name: 'Edit message' }))
    expect(row('chat-1').queryByRole('button', { name: 'Save as a new branch' })).toBeNull()
    await user.type(row('chat-1').getByRole('textbox'), '!')
    fireEvent.keyDown(row('chat-1').getByRole('textbox'), { key: 'Escape', isComposing: true })
    await user.type(row('chat-1').getByRole('textbox'), '{Escape}')
    expect(row('chat-1').getByText('Good evening.')).toBeTruthy()
    expect(document.activeElement).toBe(row('chat-1').getByRole('button', { name: 'More options' }))
    await openOptions(user, 'chat-1')
    await user.click(await row('chat-1').findByRole('menuitem', { name: 'Edit message' }))
    await user.type(row('chat-1').getByRole('textbox'), '!{Control>}{Enter}{/Control}')
    expect(sent('message.edit')).toMatchObject([{ message_id: 'chat-1', text: 'Good evening.!', branch: false }])
  })

  it('keeps the text until it is stored, so that a refused one can be saved again', async () => {
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question] })
    await openOptions(user, 'chat-2')
    await user.click(await row('chat-2').findByRole('menuitem', { name: 'Edit message' }))
    const box = () => row('chat-2').getByRole<HTMLTextAreaElement>('textbox')
    await user.type(box(), ' Home?')
    await user.click(row('chat-2').getByRole('button', { name: 'Save as a new branch' }))
    await user.click(row('chat-2').getByRole('button', { name: 'Save' }))
    expect(sent('message.edit')).toMatchObject([{ text: 'Where to? Home?', branch: true }])
    const refusal = { code: 1004, msg: 'A reply is being written.', data: null }
    await receive({ type: 'error', ...refusal, chat_id: 'chat', message_id: 'chat-2' })
    expect(box().value).toBe('Where to? Home?')
    await user.click(row('chat-2').getByRole('button', { name: 'Save' }))
    expect(sent('message.edit')[1]).toMatchObject({ text: 'Where to? Home?', branch: false })
    await receive({ type: 'message.updated', message: { ...question, rev: 9, text: 'Where to? Home?' } })
    expect(row('chat-2').queryByRole('textbox')).toBeNull()
    expect(row('chat-2').getByText('Where to? Home?')).toBeTruthy()
  })

  it('lets a message that is longer than people may write keep its length, and says by how much it is too long', async () => {
    const long = 'x'.repeat(LIMITS.messageLength + 500)
    const { user, sent } = await renderChat({ messages: [GREETING, question, reply({ text: long })] })
    await openOptions(user, 'chat-3')
    await user.click(await row('chat-3').findByRole('menuitem', { name: 'Edit message' }))
    const write = (value: string) => fireEvent.change(row('chat-3').getByRole('textbox'), { target: { value } })
    const save = row('chat-3').getByRole<HTMLButtonElement>('button', { name: 'Save' })
    write(`${long}yz`)
    expect(row('chat-3').getByText('Too long by 2 characters.')).toBeTruthy()
    expect(save.disabled).toBe(true)
    write(`y${long.slice(1)}`)
    expect(row('chat-3').queryByText(/Too long/)).toBeNull()
    await user.click(save)
    expect(sent('message.edit')).toMatchObject([{ text: `y${long.slice(1)}`, branch: false }])
  })

  it('leaves the editor open with its text when there is no connection', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING, question], isConnected: false })
    await openOptions(user, 'chat-2')
    await user.click(await row('chat-2').findByRole('menuitem', { name: 'Edit message' }))
    await user.type(row('chat-2').getByRole('textbox'), ' Now')
    await user.click(row('chat-2').getByRole('button', { name: 'Save' }))
    expect(sent('message.edit')).toEqual([])
    expect(row('chat-2').getByRole<HTMLTextAreaElement>('textbox').value).toBe('Where to? Now')
    expect(screen.getByText(/You’re not connected/)).toBeTruthy()
  })
})

describe('deleting a message', () => {
  it('is reported once the server has done it, and Undo brings back what came after it', async () => {
    const { user, sent, receive } = await renderChat({ messages: [GREETING, question, reply()] })
    await openOptions(user, 'chat-2')
    await user.click(await row('chat-2').findByRole('menuitem', { name: 'Delete from here' }))
    expect(sent('message.delete')).toMatchObject([{ message_id: 'chat-2' }])
    expect(screen.queryByText('Messages deleted')).toBeNull()
    await receive({ type: 'message.deleted', chat_id: 'chat', ids: ['chat-2', 'chat-3'], rev: 9 })
    expect(screen.queryByText('Where to?')).toBeNull()
    expect(screen.getByText('Messages deleted')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('log'))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(sent('message.restore')).toMatchObject([{ chat_id: 'chat', message_id: 'chat-2' }])
    const list = [{ ...question, rev: 10 }, reply({ rev: 10 })]
    await receive({ type: 'path.changed', chat_id: 'chat', rev: 10, parent_id: GREETING.id, list })
    expect(screen.getByText('Where to?')).toBeTruthy()
    expect(screen.getByText('Home.')).toBeTruthy()
  })

  it('shows an error in its place if the server refuses, and nothing when the message goes later', async () => {
    const { user, receive } = await renderChat({ messages: [GREETING, question, reply()] })
    await openOptions(user, 'chat-2')
    await user.click(await row('chat-2').findByRole('menuitem', { name: 'Delete from here' }))
    const refusal = { code: 1005, msg: 'Too many at once. Please wait a moment.', data: null }
    await receive({ type: 'error', ...refusal, chat_id: 'chat', message_id: 'chat-2' })
    expect(screen.getByText(refusal.msg)).toBeTruthy()
    expect(screen.getByText('Where to?')).toBeTruthy()
    // On another device.
    await receive({ type: 'message.deleted', chat_id: 'chat', ids: ['chat-2', 'chat-3'], rev: 9 })
    expect(screen.queryByText('Where to?')).toBeNull()
    expect(screen.queryByText('Messages deleted')).toBeNull()
  })

  it('needs a connection, and then there is nothing to undo', async () => {
    const { user } = await renderChat({ messages: [GREETING, question], isConnected: false })
    await openOptions(user, 'chat-2')
    await user.click(await row('chat-2').findByRole('menuitem', { name: 'Delete from here' }))
    expect(screen.getByText(/You’re not connected/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

describe('on a touch screen', () => {
  const touchOnly = (query: string) => ({
    matches: query === '(hover: none)',
    addEventListener() {},
    removeEventListener() {},
  })
  const bubble = (id: string) => {
    const found = document.querySelector<HTMLElement>(`[data-message="${id}"] .bubble`)
    if (!found) throw new Error(`${id} has no words`)
    found.setPointerCapture = () => {}
    return found
  }
  const touch = (type: 'Down' | 'Move' | 'Up', id: string, clientX: number, clientY = 100) =>
    fireEvent[`pointer${type}`](bubble(id), { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX, clientY })
  beforeEach(() => {
    vi.stubGlobal('matchMedia', touchOnly)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('a tap opens a sheet of labelled actions, with a price beside what costs something', async () => {
    const { user, sent } = await renderChat({ messages: [GREETING, question, reply()] })
    await user.click(bubble('chat-3'))
    const sheet = within(await screen.findByRole('dialog', { name: 'More options' }))
    expect(sheet.getByText('Home.')).toBeTruthy()
    for (const name of ['Another version', 'Continue']) {
      expect(sheet.getByRole('button', { name: new RegExp(`^${name}`) }).textContent).toBe(`${name}1 message`)
    }
    expect(sheet.getByRole('button', { name: 'Copy' }).textContent).toBe('Copy')
    await user.click(sheet.getByRole('button', { name: /^Continue/ }))
    await vi.waitFor(() => expect(sent('message.continue')).toMatchObject([{ message_id: 'chat-3' }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a long press opens it too, and a finger that moves does not', async () => {
    await renderChat({ messages: [GREETING, question] })
    vi.useFakeTimers()
    touch('Down', 'chat-2', 50)
    touch('Move', 'chat-2', 52, 140)
    await act(async () => vi.advanceTimersByTimeAsync(600))
    expect(screen.queryByRole('dialog')).toBeNull()
    touch('Down', 'chat-2', 50)
    await act(async () => vi.advanceTimersByTimeAsync(600))
    vi.useRealTimers()
    expect(await screen.findByRole('dialog', { name: 'More options' })).toBeTruthy()
  })

  it('a swipe shows the neighbouring version, follows the finger, and never has one written', async () => {
    const second = reply({ id: 'chat-4', seq: 4, rev: 4, variant: { index: 1, count: 2, ids: versions } })
    const { sent } = await renderChat({ messages: [GREETING, question, second] })
    touch('Down', 'chat-4', 200)
    touch('Move', 'chat-4', 120)
    expect(bubble('chat-4').style.translate).toBe('-24px')
    touch('Up', 'chat-4', 60)
    expect(bubble('chat-4').style.translate).toBe('')
    expect([sent('message.regenerate'), sent('message.select')]).toEqual([[], []])
    touch('Down', 'chat-4', 60)
    touch('Move', 'chat-4', 150)
    expect(bubble('chat-4').style.translate).toBe('90px')
    touch('Up', 'chat-4', 150)
    expect(sent('message.select')).toMatchObject([{ message_id: 'chat-3' }])
  })

  it('a short or slanting swipe changes nothing', async () => {
    const second = reply({ id: 'chat-4', seq: 4, rev: 4, variant: { index: 1, count: 2, ids: versions } })
    const { sent } = await renderChat({ messages: [GREETING, question, second] })
    touch('Down', 'chat-4', 60)
    touch('Move', 'chat-4', 90)
    touch('Up', 'chat-4', 90)
    touch('Down', 'chat-4', 60)
    touch('Move', 'chat-4', 160, 220)
    touch('Up', 'chat-4', 160, 220)
    expect(sent('message.select')).toEqual([])
    expect(bubble('chat-4').style.translate).toBe('')
  })
})

describe('what the model thought', () => {
  const thinking = (offset: number, words: string, ms: number) =>
    ({ type: 'message.reasoning', chat_id: 'chat', message_id: 'chat-3', offset, text: words, ms }) as const

  it('is folded above the reply, grows while it streams, and says how long it took', async () => {
    const begun = reply({ status: 'streaming', text: '' })
    const { user, receive } = await renderChat({ messages: [GREETING, question, begun] })
    await receive(thinking(0, 'She asks ', 0))
    const head = await row('chat-3').findByText('Thinking…', { selector: 'summary *' })
    expect(row('chat-3').queryByText(/She asks/)).toBeNull()
    await user.click(head)
    await receive(thinking(9, 'the way.', 4_000))
    expect(await row('chat-3').findByText('She asks the way.')).toBeTruthy()
    await receive(thinking(17, '', 6_000))
    await receive({ type: 'message.delta', chat_id: 'chat', message_id: 'chat-3', offset: 0, text: 'Home.' })
    expect(row('chat-3').getByText('Thought for 6 secs')).toBeTruthy()
    const done = reply({ rev: 4, reasoning: 'She asks the way.', reasoning_ms: 65_000 })
    await receive({ type: 'message.completed', message: done })
    expect(row('chat-3').getByText('Thought for 1 min 5 secs')).toBeTruthy()
    expect(row('chat-3').getByText('She asks the way.')).toBeTruthy()
  })

  it('is loaded when it is opened, where it is long', async () => {
    const api = new FakeApi()
    api.on('GET /api/chat/reasoning', () => ({ reasoning: 'A long thought.' }))
    const long = reply({ reasoning: null, reasoning_ms: 2_000 })
    const { user } = await renderChat({ messages: [GREETING, question, long], api })
    await user.click(await row('chat-3').findByText('Thought for 2 secs'))
    expect(await row('chat-3').findByText('A long thought.')).toBeTruthy()
    expect(api.inputsOf('GET /api/chat/reasoning')).toEqual([{ chat_id: 'chat', message_id: 'chat-3' }])
  })
})
