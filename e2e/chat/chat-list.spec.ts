import type { Page } from '@playwright/test'
import {
  composer,
  messageLog,
  newestMessage,
  openChat,
  sendAndAwaitReply,
  sendMessage,
  storedMessages,
} from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const rows = (page: Page) => page.locator('[data-chat]')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Options for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: entry }).filter({ visible: true }).click()
}

test('the list of chats: search, pin, unread on another device, deletion with undo', { tag: '@desktop' }, async ({
  page,
  journey,
  anotherDevice,
}) => {
  await signInByApi(page, journey)
  await page.goto('/chathistory')
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await openChat(page, 'bram')
  journey.model.behave({ mode: 'scripted', script: ['It hangs ', 'right here.'] })
  await sendAndAwaitReply(page, 'Have you seen my umbrella?', 'It hangs right here.')
  await openChat(page, 'june')
  journey.model.behave({ mode: 'scripted', script: ['That is Saturn.'] })
  await sendAndAwaitReply(page, 'Which planet is that?', 'That is Saturn.')

  const second = await anotherDevice()
  await second.goto('/chathistory')
  await expect(rows(second)).toHaveCount(2)
  await expect(rows(second).first()).toContainText('June Hallow')

  // What arrives while the chat is closed is unread, updated live, and read once it is opened.
  await page.goto('/chathistory')
  await row(page, 'Bram Castellan').getByRole('link').click()
  await expect(composer(page)).toBeVisible()
  journey.model.behave({ mode: 'scripted', script: ['Never a doubt, *it dries already*.'] })
  await sendAndAwaitReply(page, 'Found it meanwhile', 'Never a doubt')
  await expect(rows(second).first()).toContainText('Bram Castellan')
  await expect(rows(second).first()).toContainText('Never a doubt,')
  await expect(row(second, 'Bram Castellan')).not.toContainText('unread')

  await choose(second, 'June Hallow', 'Pin to the top')
  await expect(rows(second).first()).toContainText('June Hallow')
  await expect(rows(second).first()).toContainText('Pinned')

  await page.goto('/chathistory')
  await expect(rows(page).first()).toContainText('June Hallow')
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('never a DOUBT')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Bram Castellan')
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('nothing like it')
  await expect(page.getByText('No matching chats.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('')
  await expect(rows(page)).toHaveCount(2)

  await choose(page, 'Bram Castellan', 'Delete chat')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(second)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(second)).toHaveCount(2)
  await row(page, 'Bram Castellan').getByRole('link').click()
  await expect(messageLog(page).getByText('Found it meanwhile')).toBeVisible()
})

test('two devices of one person show the same conversation while it is written', { tag: '@phone' }, async ({
  page,
  journey,
  anotherDevice,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'kenji')
  const second = await anotherDevice()
  await second.goto(page.url())
  await expect(composer(second)).toBeVisible()
  journey.model.behave({ mode: 'normal', words: 60, delayMs: 30 })
  await sendMessage(page, 'Two bowls, please')
  await expect(messageLog(second).getByText('Two bowls, please')).toBeVisible()
  await expect(newestMessage(second)).toContainText('The lamp is lit')
  // Stopped on the other device.
  await second.getByRole('button', { name: 'Stop' }).last().click()
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  await expect(newestMessage(second).getByText('Stopped')).toBeVisible()
  const [last] = (await storedMessages(page)).slice(-1)
  for (const device of [page, second])
    await expect(newestMessage(device).locator('.words')).toContainText(last?.text ?? '?')

  // A chat that is not open counts its unread messages.
  await second.goto('/chathistory')
  await page.goto('/')
  await second.close()
  const third = await anotherDevice()
  await third.goto('/chathistory')
  await expect(row(third, 'Kenji Arata')).toBeVisible()
  journey.model.behave({ mode: 'normal', words: 200, delayMs: 10 })
  await page.goto('/chathistory')
  await row(page, 'Kenji Arata').getByRole('link').click()
  await sendMessage(page, 'And tea')
  await expect(newestMessage(page)).toContainText('The lamp is lit')
  await page.goto('/')
  await expect(row(third, 'Kenji Arata')).toContainText('1 unread message', { timeout: 15_000 })
  await row(third, 'Kenji Arata').getByRole('link').click()
  await expect(messageLog(third).getByText('And tea')).toBeVisible()
  await page.goto('/chathistory')
  await expect(row(page, 'Kenji Arata')).toBeVisible()
  await expect(row(page, 'Kenji Arata')).not.toContainText('unread')
})
