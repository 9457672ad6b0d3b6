import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { messageLog, messages, newestMessage, openChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

/** Opens one of the panels of the chat's options. */
async function openPanel(page: Page, name: string) {
  await page.locator('.chat-header').getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name }).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel).toBeVisible()
  return panel
}

test('finds messages, switches branches, and opens one as its own chat', async ({ page, journey, isMobile }) => {
  const { model } = journey
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  model.behave({ mode: 'scripted', script: ['Past the ', 'otter weir.'] })
  await sendAndAwaitReply(page, 'Where does the river go?', 'Past the otter weir.')
  model.behave({ mode: 'scripted', script: ['Out to ', 'the heron marsh.'] })
  await newestMessage(page).getByRole('button', { name: 'Another version' }).click()
  await expect(newestMessage(page)).toContainText('Out to the heron marsh.')
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()

  const search = await openPanel(page, 'Search in this chat')
  await search.getByRole('searchbox').fill('otter we')
  await expect(search.getByText('1 match')).toBeVisible()
  await expect(search.locator('mark')).toHaveText(['otter', 'weir'])
  await expectAccessible(page, { within: '.pane-panel' })
  await search.getByRole('button', { name: 'This branch' }).click()
  await expect(search.getByText('No matching messages.')).toBeVisible()
  await search.getByRole('button', { name: 'All branches' }).click()
  await search.getByRole('listitem').getByRole('button').first().click()
  await search.getByRole('button', { name: 'Go to that branch' }).click()
  await expect(newestMessage(page)).toContainText('Past the otter weir.')
  await expect(messageLog(page).locator('[data-found]')).toContainText('otter weir')
  if (!isMobile) await search.getByRole('button', { name: 'Close' }).click()

  const tree = await openPanel(page, 'Branches')
  const other = tree.getByRole('button', { name: /heron marsh/ })
  await other.click()
  await expect(other).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, { within: '.pane-panel' })
  await tree.getByRole('textbox', { name: 'Name of the new chat' }).fill('The marsh')
  await tree.getByRole('button', { name: 'Open as a separate chat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The marsh' })).toBeVisible()
  await expect(newestMessage(page)).toContainText('Out to the heron marsh.')
  await expect(messages(page).filter({ hasText: 'otter weir' })).toHaveCount(0)
})

test('exports a chat as a file and imports it again, and finds it among all chats', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  journey.model.behave({ mode: 'scripted', script: ['By the quiet ', 'saltworks.'] })
  await sendAndAwaitReply(page, 'Where is it?', 'By the quiet saltworks.')
  const panel = await openPanel(page, 'Export this chat')
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save: JSON Lines' }).click()
  const path = await (await saved).path()
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ is_user: false, mes: 'By the quiet saltworks.' })

  await page.goto('/chathistory')
  await page.getByRole('button', { name: 'Import a chat' }).click()
  const dialog = page.getByRole('dialog')
  const buffer = Buffer.from(`${lines.join('\r\n')}\r\n{ broken`)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'talk.jsonl', mimeType: 'application/x-ndjson', buffer })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('1 line was skipped or changed.')).toBeVisible()
  await expect(dialog.getByText(/Couldn’t be read/)).toBeVisible()
  await dialog.getByRole('link', { name: 'Open the chat' }).click()
  await expect(newestMessage(page)).toContainText('By the quiet saltworks.')

  await page.goto('/chathistory')
  await page.getByRole('searchbox').fill('quiet saltworks')
  const found = page.locator('.found-messages')
  await expect(found.getByText('2 matches, newest first')).toBeVisible()
  await found.getByRole('link').first().click()
  await expect(page).toHaveURL(/at=\d+/)
  await expect(messageLog(page).locator('[data-found]')).toContainText('quiet saltworks')
})
