// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { renderChat } from '../testing/render-chat.tsx'

const look = () => /(?:^|; )look=([^;]*)/.exec(document.cookie)?.[1]

// Loaded when it is first used, which takes longer than a test waits for it.
beforeAll(async () => void (await import('./reading-dialog.tsx')))
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: undoes what the page has set
  document.cookie = 'look=; max-age=0; path=/'
})

async function openReading(options: Parameters<typeof renderChat>[0] = {}) {
  const drawn = await renderChat(options)
  fireEvent.click(screen.getByText('Reading'))
  return { ...drawn, dialog: within(await screen.findByRole('dialog', { name: 'Reading' })) }
}

describe('the reading dialog', () => {
  it('sets theme, line length and bubbles on this device, one without the others', async () => {
    const { dialog } = await openReading()
    fireEvent.click(dialog.getByLabelText('Lamplight'))
    expect(look()).toBe('lamplight-100-auto-page-usual')
    fireEvent.click(dialog.getByLabelText('In bubbles'))
    fireEvent.click(dialog.getByLabelText('Long'))
    expect(look()).toBe('lamplight-100-auto-bubbles-long')
    expect(dialog.getByLabelText<HTMLInputElement>('In bubbles').checked).toBe(true)
  })

  it('offers no bubbles in a group, where they show who speaks', async () => {
    const group = { members: [], policy: null }
    const { dialog } = await openReading({ group })
    expect(dialog.queryByRole('radio', { name: 'In bubbles' })).toBeNull()
    expect(dialog.getByRole('radio', { name: 'Lamplight' })).toBeTruthy()
  })
})
