// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, renderChat } from '../testing/render-chat.tsx'

// Loaded when they are first used, which takes longer than a test waits.
beforeAll(async () => void (await Promise.all([import('../messages/more-actions.tsx'), import('./receipt-panel.tsx')])))

it('shows recalled messages as words, without their marks', async () => {
  const api = new FakeApi().on('GET /api/chat/receipt', () => ({
    summary: null,
    facts: [],
    passages: [{ seq: 2, text: '*She looks **up**.*\n\n“You came back.”' }],
    lore: [],
  }))
  const reply = testMessage({ id: 'chat-3', seq: 3, rev: 3, parent_id: GREETING.id, text: 'Home.' })
  const { user } = await renderChat({ messages: [GREETING, reply], api })
  const row = within(document.querySelector<HTMLElement>('[data-message="chat-3"]') ?? document.body)
  await user.click(row.getByRole('button', { name: 'More options' }))
  await user.click(await row.findByRole('menuitem', { name: /What shaped this reply/ }))
  expect(await screen.findByText('She looks up. “You came back.”')).toBeTruthy()
})
