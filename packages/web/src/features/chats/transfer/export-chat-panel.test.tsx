// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeApi, Refusal, renderChat } from '../testing/render-chat.tsx'

afterEach(() => vi.restoreAllMocks())

async function openExport(api: FakeApi) {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const drawn = await renderChat({ api })
  await drawn.user.click(screen.getByText('Export this chat'))
  const panel = within(await screen.findByRole('complementary', { name: 'Export this chat' }))
  return { ...drawn, panel, saved }
}

it.each([
  ['Markdown', { format: 'markdown', scope: 'path' }],
  ['JSON', { format: 'json', scope: 'branches' }],
  ['JSON Lines', { format: 'jsonl', scope: 'path' }],
])('saves the chat as %s under the filename from the server', async (name, query) => {
  const headers = { 'content-disposition': 'attachment; filename="ilse.txt"' }
  const api = new FakeApi().on('GET /api/chat/exportChat', () => new Response('words', { headers }))
  const { user, panel, saved } = await openExport(api)
  await user.click(panel.getByRole('button', { name: `Save: ${name}` }))
  expect(await screen.findByText('File downloaded')).toBeTruthy()
  expect(saved).toEqual(['ilse.txt'])
  expect(api.inputsOf('GET /api/chat/exportChat')).toEqual([{ chat_id: 'chat', ...query }])
})

it('says why nothing was saved', async () => {
  const { ERRORS } = await import('@everkin/contract/errors.ts')
  const refusal = new Refusal('TooManyRequests', 'Too often.')
  const { user, panel, saved } = await openExport(
    new FakeApi().on('GET /api/chat/exportChat', () =>
      Response.json({ code: ERRORS[refusal.name].code, msg: refusal.words, data: null }, { status: 429 }),
    ),
  )
  await user.click(panel.getByRole('button', { name: 'Save: JSON' }))
  expect(await panel.findByText('Too often.')).toBeTruthy()
  expect(saved).toEqual([])
})
