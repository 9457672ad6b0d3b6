// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderChat } from '../testing/render-chat.tsx'

const look = () => /(?:^|; )look=([^;]*)/.exec(document.cookie)?.[1]

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: undoes what the page has set
  document.cookie = 'look=; max-age=0; path=/'
})

async function openReading(options: Parameters<typeof renderChat>[0] = {}) {
  const drawn = await renderChat(options)
  await drawn.user.click(screen.getByRole('menuitem', { name: 'Reading', hidden: true }))
  return { ...drawn, dialog: within(await screen.findByRole('dialog', { name: 'Reading' })) }
}

describe('the reading dialog', () => {
  it('sets theme, text size, line length and bubbles on this device, one without the others', async () => {
    const { user, dialog } = await openReading()
    await user.click(dialog.getByRole('radio', { name: 'Lamplight' }))
    expect(look()).toBe('lamplight-100-auto-page-usual')
    await user.click(dialog.getByRole('radio', { name: 'In bubbles' }))
    await user.click(dialog.getByRole('radio', { name: 'Long' }))
    await user.click(dialog.getByRole('radio', { name: 'Large' }))
    expect(look()).toBe('lamplight-125-auto-bubbles-long')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'In bubbles' }).checked).toBe(true)
  })

  it('offers no bubbles in a group, where they show who speaks', async () => {
    const group = { members: [], policy: null }
    const { dialog } = await openReading({ group })
    expect(dialog.queryByRole('radio', { name: 'In bubbles' })).toBeNull()
    expect(dialog.getByRole('radio', { name: 'Lamplight' })).toBeTruthy()
  })
})
