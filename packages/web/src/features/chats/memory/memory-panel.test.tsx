// @vitest-environment happy-dom
import { LIMITS } from '@everkin/contract/limits.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeApi, GREETING, ownMessage, Refusal, renderChat } from '../testing/render-chat.tsx'
import type { ChatMemory, Fact, MemoryChange } from './use-memory.ts'

const testFact = (id: string, text: string): Fact => ({
  id,
  text,
  pinned: false,
  source_seq: null,
  origin: 'person',
  created_at: '2026-11-20T10:00:00.000Z',
})

/** Stores facts as the server does: deleted ones can be restored. */
function memoryApi() {
  let facts = [testFact('cat', 'Has a cat.'), testFact('tea', 'Likes tea.')]
  let summary = 'They met at the harbour.'
  let shares = false
  const gone = new Map<string, Fact>()
  const memory = (): ChatMemory => ({
    summary,
    summary_covers: 4,
    summary_updated_at: null,
    facts,
    meter: {
      context_tokens: 8_000,
      reply_tokens: 500,
      parts: [{ kind: 'history', tokens: 100 }],
      free_tokens: 7_400,
      verbatim_messages: 1,
      older_messages: 0,
      clipped_tokens: 0,
    },
    shares_memory: shares,
  })
  const save = (change: MemoryChange) => {
    if (change.forget_all) {
      facts = []
      summary = ''
    }
    summary = change.summary ?? summary
    shares = change.shares_memory ?? shares
    for (const { id, text, pinned, deleted } of change.facts ?? []) {
      const known = facts.find((fact) => fact.id === id)
      if (id === undefined) facts = [testFact(`new-${facts.length}`, text ?? ''), ...facts]
      else if (deleted === false) facts = [...facts, gone.get(id) ?? testFact(id, '')]
      else if (known && deleted) {
        gone.set(id, known)
        facts = facts.filter((fact) => fact !== known)
      } else {
        facts = facts.map((fact) =>
          fact.id === id ? { ...fact, text: text ?? fact.text, pinned: pinned ?? fact.pinned } : fact,
        )
      }
    }
    return memory()
  }
  return new FakeApi()
    .on('GET /api/chat/memory', memory)
    .on('POST /api/chat/saveMemory', (input) => save(input as MemoryChange)) // the body that the page sent
}

async function openMemory(api = memoryApi()) {
  const drawn = await renderChat({ api })
  await drawn.user.click(screen.getAllByRole('button', { name: 'Memory' })[0] ?? document.body)
  const panel = within(await screen.findByRole('complementary', { name: 'What Ilse remembers' }))
  return { ...drawn, api, panel }
}

const savedOf = (api: FakeApi) => api.inputsOf('POST /api/chat/saveMemory')

describe('the memory panel', () => {
  it('shows the summary and the facts with their sources', async () => {
    const { panel } = await openMemory()
    expect(await panel.findByText('They met at the harbour.')).toBeTruthy()
    expect(panel.getByText('Has a cat.')).toBeTruthy()
    expect(panel.getAllByText(/You added this on/)).toHaveLength(2)
  })

  it('adds a fact, but not a blank one', async () => {
    const { user, panel, api } = await openMemory()
    await user.click(await panel.findByRole('button', { name: 'Add a fact' }))
    const field = panel.getByRole('textbox', { name: 'Something to remember' })
    await user.type(field, '  ')
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await user.type(field, 'Plays chess.')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText('Plays chess.')).toBeTruthy()
    expect(panel.getByText('Fact added.')).toBeTruthy()
    expect(savedOf(api)).toEqual([{ chat_id: 'chat', facts: [{ text: 'Plays chess.' }] }])
  })

  it('takes a message as a new fact, without markup and cut to fit, and pins it', async () => {
    const api = memoryApi()
    const message = ownMessage({ id: 'chat-2', text: `*She waves.* My **cat** is ${'very '.repeat(120)}old.` })
    const { user } = await renderChat({ api, messages: [GREETING, message] })
    const remember = async () => {
      const row = within(document.querySelector<HTMLElement>('[data-message="chat-2"]') ?? document.body)
      await user.click(row.getByRole('button', { name: 'More options' }))
      await user.click(await row.findByRole('menuitem', { name: 'Remember this' }))
    }
    await remember()
    const panel = within(await screen.findByRole('complementary', { name: 'What Ilse remembers' }))
    const field = await panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Something to remember' })
    expect(field.value).toMatch(/^She waves\. My cat is very .*very$/)
    expect(field.value.length).toBeLessThanOrEqual(LIMITS.factLength)
    expect(field.value.length).toBeGreaterThan(LIMITS.factLength - 6)

    await user.keyboard('{Escape}')
    expect(panel.queryByRole('textbox')).toBeNull()
    expect(savedOf(api)).toEqual([])
    // What is being typed is not replaced; the message comes after it.
    await user.click(panel.getByRole('button', { name: 'Add a fact' }))
    await user.type(panel.getByRole('textbox'), 'Likes tea.')
    await remember()
    expect(panel.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Likes tea.')
    await user.click(panel.getByRole('textbox'))
    await user.keyboard('{Escape}')
    expect(panel.getByRole<HTMLTextAreaElement>('textbox').value).toMatch(/^She waves\./)
    await user.clear(panel.getByRole('textbox'))
    await user.type(panel.getByRole('textbox'), 'Has an old cat.')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText('Has an old cat.')).toBeTruthy()
    expect(savedOf(api)).toEqual([{ chat_id: 'chat', facts: [{ text: 'Has an old cat.', pinned: true }] }])
    expect(panel.queryByRole('textbox')).toBeNull()
  })

  it('is not offered a message that characters do not see, or that has no text', async () => {
    const hidden = ownMessage({ id: 'chat-2', text: 'Aside.', hidden: true })
    const { user } = await renderChat({ messages: [GREETING, hidden] })
    const row = within(document.querySelector<HTMLElement>('[data-message="chat-2"]') ?? document.body)
    await user.click(row.getByRole('button', { name: 'More options' }))
    expect(await row.findByRole('menuitem', { name: 'Copy' })).toBeTruthy()
    expect(row.queryByRole('menuitem', { name: 'Remember this' })).toBeNull()
  })

  it('saves an edited fact on Ctrl+Enter, and cancels on Esc', async () => {
    const { user, panel, api } = await openMemory()
    await user.click(await panel.findByRole('button', { name: 'Edit: Has a cat.' }))
    fireEvent.keyDown(panel.getByRole('textbox'), { key: 'Escape', isComposing: true })
    expect(panel.getByRole('textbox')).toBeTruthy()
    await user.keyboard(' No.{Escape}')
    expect(panel.getByText('Has a cat.')).toBeTruthy()
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Edit: Has a cat.' }))
    await user.click(panel.getByRole('button', { name: 'Add a fact' }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Add a fact' }))
    await user.click(panel.getByRole('button', { name: 'Edit: Has a cat.' }))
    const field = panel.getByRole('textbox')
    await user.clear(field)
    await user.type(field, 'Has two cats.{Control>}{Enter}{/Control}')
    expect(await panel.findByText('Has two cats.')).toBeTruthy()
    expect(savedOf(api)).toMatchObject([{ facts: [{ id: 'cat', text: 'Has two cats.' }] }])
  })

  it('preserves the text when it cannot be saved, and says why', async () => {
    const api = memoryApi().on('POST /api/chat/saveMemory', () => new Refusal('SafetyStop', 'Not this.'))
    const { user, panel } = await openMemory(api)
    await user.click(await panel.findByRole('button', { name: 'Add a fact' }))
    await user.type(panel.getByRole('textbox'), 'Something')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect((await panel.findByRole('alert')).textContent).toBe('Not this.')
    expect(panel.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Something')
  })

  it('pins a fact', async () => {
    const { user, panel, api } = await openMemory()
    await user.click(await panel.findByRole('button', { name: 'Pin: Likes tea.' }))
    expect(await panel.findByRole('button', { name: 'Pin: Likes tea.', pressed: true })).toBeTruthy()
    expect(savedOf(api)).toMatchObject([{ facts: [{ id: 'tea', pinned: true }] }])
  })

  it('deletes a fact and restores it in place, with the focus on Undo', async () => {
    const { user, panel, api } = await openMemory()
    await user.click(await panel.findByRole('button', { name: 'Forget: Has a cat.' }))
    const undo = await panel.findByRole('button', { name: 'Undo' })
    expect(panel.queryByText('Has a cat.')).toBeNull()
    expect(document.activeElement).toBe(undo)
    await user.click(undo)
    expect(await panel.findByText('Has a cat.')).toBeTruthy()
    expect(savedOf(api).flatMap(({ facts }) => facts)).toEqual([
      { id: 'cat', deleted: true },
      { id: 'cat', deleted: false },
    ])
  })

  it('deletes everything only after confirmation, and then offers no Undo', async () => {
    const { user, panel, api } = await openMemory()
    await user.click(await panel.findByRole('button', { name: 'Forget: Has a cat.' }))
    await panel.findByRole('button', { name: 'Undo' })
    await user.click(panel.getByRole('button', { name: 'Clear this chat’s memory' }))
    expect(savedOf(api)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Clear memory' }))
    expect(await panel.findByText('Nothing yet. Important details from your chats will appear here.')).toBeTruthy()
    expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(savedOf(api)[1]).toEqual({ chat_id: 'chat', forget_all: true })
  })

  it('edits the summary and toggles memory across chats', async () => {
    const { user, panel, api } = await openMemory()
    await user.click(await panel.findByRole('button', { name: 'Edit' }))
    await user.clear(panel.getByRole('textbox', { name: 'The story so far' }))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText(/The summary starts when older messages no longer fit/)).toBeTruthy()
    await user.click(panel.getByRole('switch', { name: 'Remember across chats' }))
    expect(await panel.findByRole('switch', { checked: true })).toBeTruthy()
    expect(savedOf(api)).toEqual([
      { chat_id: 'chat', summary: '' },
      { chat_id: 'chat', shares_memory: true },
    ])
  })

  it('says why loading failed, and retries', async () => {
    const api = memoryApi()
    const working = memoryApi()
    api.on('GET /api/chat/memory', () => new Refusal('Unavailable', 'Not just now.'))
    const { user, panel } = await openMemory(api)
    expect(await panel.findByText('Not just now.')).toBeTruthy()
    api.on('GET /api/chat/memory', async () => {
      const reply = await working.fetch('/api/chat/memory?chat_id=chat')
      return ((await reply.json()) as { data: ChatMemory }).data // the envelope
    })
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Has a cat.')).toBeTruthy()
  })
})
