// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, Refusal, renderChat } from '../testing/render-chat.tsx'

const sailor = { id: 'sailor', name: 'Sailor', description: 'Tall.', is_default: false, lorebook_ids: [] }
const book = { name: 'Harbour', entries: 1, bytes: 9, rev: 1, all_chats: false, personas: [], chats: [] }

/** Stores the settings of the chat as the server does. */
function settingsApi() {
  let settings: Record<string, unknown> = {
    model: 'House model',
    model_id: null,
    model_missing: false,
    preset_id: null,
    persona_id: null,
    note: null,
    lorebook_ids: [],
  }
  return new FakeApi()
    .on('GET /api/chat/info', () => ({ settings }))
    .on('GET /api/user/personas', () => ({ list: [sailor] }))
    .on('GET /api/model/list', () => [])
    .on('GET /api/preset/list', () => [])
    .on('GET /api/lorebook/list', () => ({
      list: [
        { ...book, id: 'harbour' },
        { ...book, id: 'world', name: 'World', all_chats: true },
      ],
    }))
    .on('POST /api/chat/settings', ({ chat_id: _, ...change }) => {
      settings = { ...settings, ...change }
      return { settings }
    })
}

async function openSettings(api = settingsApi()) {
  const drawn = await renderChat({ api })
  await drawn.user.click(screen.getByText('Your role in this chat'))
  const panel = within(await screen.findByRole('complementary', { name: 'Your role in this chat' }))
  return { ...drawn, api, panel }
}

it('selects the persona for this chat', async () => {
  const { user, panel, api } = await openSettings()
  expect((await panel.findByRole<HTMLInputElement>('radio', { name: /Your nickname/ })).checked).toBe(true)
  await user.click(panel.getByRole('radio', { name: /Sailor/ }))
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /Sailor/ }).checked).toBe(true)
  expect(api.inputsOf('POST /api/chat/settings')).toEqual([{ chat_id: 'chat', persona_id: 'sailor' }])
})

it('gives the focus back when a form of a persona is closed', async () => {
  const { user, panel } = await openSettings()
  for (const name of ['Edit Sailor', 'Add a role']) {
    await user.click(await panel.findByRole('button', { name }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(panel.getByRole('button', { name }))
  }
})

it('names the nickname that applies without a persona', async () => {
  const { panel } = await openSettings()
  const option = await panel.findByRole('radio', { name: /Your nickname, as in your profile/ })
  expect(option.closest('label')?.querySelector('b')?.textContent).toBe('Ana')
})

it('reverts to the previous persona when the server refuses', async () => {
  const api = settingsApi().on('POST /api/chat/settings', () => new Refusal('NotFound', 'That role is gone.'))
  const { user, panel } = await openSettings(api)
  await user.click(await panel.findByRole('radio', { name: /Sailor/ }))
  expect(await panel.findByText('That role is gone.')).toBeTruthy()
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /Your nickname/ }).checked).toBe(true)
})

it('saves the author’s note with its position, and removes it', async () => {
  const { user, panel, api } = await openSettings()
  const note = await panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save note' }).disabled).toBe(true)
  await user.type(note, ' Slow down. ')
  fireEvent.change(panel.getByRole('slider', { name: 'Position' }), { target: { value: '1' } })
  expect(panel.getByText('Before the newest message')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note saved')).toBeTruthy()
  await user.click(await panel.findByRole('button', { name: 'Remove note' }))
  expect(await screen.findByText('Note removed')).toBeTruthy()
  expect(note.value).toBe('')
  expect(api.inputsOf('POST /api/chat/settings')).toEqual([
    { chat_id: 'chat', note: { text: 'Slow down.', depth: 1 } },
    { chat_id: 'chat', note: null },
  ])
})

it('chooses the lorebooks of this chat', async () => {
  const { user, panel, api } = await openSettings()
  const harbour = await panel.findByRole<HTMLInputElement>('checkbox', { name: 'Harbour' })
  const world = panel.getByRole<HTMLInputElement>('checkbox', { name: /World/ })
  expect([world.checked, world.disabled]).toEqual([true, true])
  await user.click(harbour)
  expect(harbour.checked).toBe(true)
  expect(api.inputsOf('POST /api/chat/settings')).toEqual([{ chat_id: 'chat', lorebook_ids: ['harbour'] }])
})

it('takes a choice of lorebooks back when the server refuses', async () => {
  const api = settingsApi().on('POST /api/chat/settings', () => new Refusal('NotFound', 'That book is gone.'))
  const { user, panel } = await openSettings(api)
  const harbour = await panel.findByRole<HTMLInputElement>('checkbox', { name: 'Harbour' })
  await user.click(harbour)
  expect(await panel.findByText('That book is gone.')).toBeTruthy()
  expect(harbour.checked).toBe(false)
})
