import type { Page } from '@playwright/test'
import { composer, openChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import { enterCode, expect, newEmail, signInByApi, test } from '../support/fixtures.ts'

const back = (page: Page) => page.evaluate('history.back()')
const forward = (page: Page) => page.evaluate('history.forward()')

async function completeProfile(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nickname').fill('Mara')
  await dialog.getByRole('radio', { name: '26–30' }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

async function openPanel(page: Page, entry: string): Promise<void> {
  await page.locator('.chat-header').getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('Back after signing in leads to where the reader came from, not to sign-in again', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await page.goto('/groups')
  await page.goto('/card/ilse')
  await page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }).first().click()
  await page.getByRole('link', { name: 'I have an account' }).click()
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await enterCode(page, journey, newEmail())
  await completeProfile(page)
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await back(page)
  await expect(page).toHaveURL(/\/card\/ilse$/)
  await back(page)
  await expect(page).toHaveURL(/\/groups$/)
})

test('Back skips an old sign-in page in the history', { tag: '@desktop' }, async ({ page, journey }) => {
  await page.goto('/groups')
  await page.goto('/login?next=%2Fchathistory')
  await signInByApi(page, journey)
  await page.goto('/me')
  await back(page)
  await expect(page).toHaveURL(/\/chathistory$/)
  await back(page)
  await expect(page).toHaveURL(/\/groups$/)
})

test('on a phone, Back closes the pane over a chat, and then leaves the chat', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await page.goto('/groups')
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  const chat = page.url()
  await composer(page).fill('not sent yet')
  const loaded: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.data')) loaded.push(request.url())
  })
  for (const entry of ['Memory', 'Album', 'Search in this chat', 'Branches']) {
    await openPanel(page, entry)
    await expect(page.locator('.pane-panel')).toBeVisible()
    await back(page)
    await expect(page.locator('.pane-panel')).toHaveCount(0)
    await expect(page).toHaveURL(chat)
  }
  await expect(composer(page)).toHaveValue('not sent yet')
  // The page beneath stays as it is.
  expect(loaded).toEqual([])

  // A dialog over a pane: Back closes one layer at a time.
  await openPanel(page, 'Album')
  await page.locator('.pane-panel .album-open').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await back(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('.pane-panel')).toBeVisible()
  await back(page)
  await expect(page.locator('.pane-panel')).toHaveCount(0)

  // A layer closed by its own button does not need another Back.
  await openPanel(page, 'Memory')
  await page.locator('.pane-panel').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.pane-panel')).toHaveCount(0)
  await back(page)
  await expect(page).toHaveURL(/\/groups$/)
  await forward(page)
  await expect(page).toHaveURL(chat)
  await sendAndAwaitReply(page, 'Still here', /everkin-test|./)
})

test('Back closes a picture on a card without scrolling, and Forward opens nothing', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/card/ilse')
  await page.waitForLoadState('networkidle')
  const picture = page.locator('.album-open').first()
  await picture.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const scroll = await page.evaluate('scrollY')
  await back(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(picture).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(scroll)
  await forward(page)
  await expect(page).toHaveURL(/\/card\/ilse$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await back(page)
  await expect(page).toHaveURL(/\/$/)
})

test('a link in the menu leads on, and Back from there leads to the page without the menu', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/groups')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Safety' }).click()
  await expect(page).toHaveURL(/\/safety$/)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  await back(page)
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/safety$/)
  await back(page)
  await expect(page).toHaveURL(/\/groups$/)
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('stories', { ignoreCase: true })
  await forward(page)
  await expect(page).toHaveURL(/\/safety$/)
})
