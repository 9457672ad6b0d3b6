import type { Browser, Page } from '@playwright/test'
import { composer } from '../support/chat-actions.ts'
import { callApi, enterCode, expect, type Journey, newEmail, signIn, signInByApi, test } from '../support/fixtures.ts'

/** A new browser, as the friend's. */
async function friendsBrowser(browser: Browser, page: Page, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: page.viewportSize(),
    serviceWorkers: 'block',
    userAgent: await page.evaluate(() => navigator.userAgent),
  })
  return context.newPage()
}

/** Creates an invitation through the API, for tests that begin with its link. */
async function linkTo(page: Page, journey: Journey, cardId: string): Promise<string> {
  await signInByApi(page, journey, { nickname: 'Jonas' })
  const { url } = (await callApi(page, 'POST /api/invitation/create', { card_id: cardId })) as { url: string }
  return url
}

test('sends a character to a friend, who registers on the invitation page and lands in the chat (WAL-13)', {
  tag: '@desktop',
}, async ({ page, browser, journey }) => {
  await signIn(page, journey, 'Jonas')
  await page.goto('/card/wren')
  await page.getByRole('button', { name: 'Invite a friend' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('gets 30 coins and 50 messages')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  const link = new URL(await dialog.getByRole('textbox', { name: 'Invitation link' }).inputValue())
  const url = link.pathname + link.search // the test's browser uses another host name for the site
  await expect(dialog.getByRole('img', { name: 'QR code for the invitation link' })).toBeVisible()
  await expect(dialog.getByText('Valid until')).toBeVisible()
  await expect(dialog.getByText('Only this computer can open this link.')).toBeVisible()

  // The inviter’s own browser recognises its invitation.
  await page.goto(url)
  await expect(page.getByText('This is your own invitation.')).toBeVisible()

  const friend = await friendsBrowser(browser, page, journey.app.origin)
  const reply = await friend.goto(url)
  const html = (await reply?.text()) ?? ''
  expect(html).toContain('name="robots" content="noindex"')
  expect(html).toMatch(/property="og:image" content="[^"]*\/pictures\/[^"]*share\.jpg"/)
  expect(html).not.toContain('og:url')
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Jonas sent you someone to talk to')
  await expect(friend.getByText('Wren Okafor is an AI character on Everkin.')).toBeVisible()

  // The countdown comes from the server: it is exact to the second, and a reload continues it.
  const code = link.searchParams.get('code') ?? ''
  const offBy = async () => {
    const shown = Number(await friend.getByRole('timer').getAttribute('data-seconds'))
    const info = (await callApi(page, `GET /api/invitation/info?code=${code}`)) as Record<string, string>
    return Math.abs((Date.parse(info.expires_at ?? '') - Date.parse(info.server_time ?? '')) / 1000 - shown)
  }
  await expect.poll(offBy).toBeLessThanOrEqual(1.5)
  await friend.reload()
  await expect.poll(offBy).toBeLessThanOrEqual(1.5)

  await enterCode(friend, journey, newEmail())
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Welcome')
  await expect(friend.getByText('Your gift has arrived: 30 coins and 50 messages.')).toBeVisible()
  await friend.getByRole('link', { name: 'Say hello to Wren Okafor' }).click()
  const profile = friend.getByRole('dialog')
  await profile.getByLabel('Nickname').fill('Ana')
  await profile.getByRole('radio', { name: '26–30' }).check()
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(composer(friend)).toBeVisible()
  await expect(friend).toHaveURL(/\/chat\?chat_id=/)

  // Used: the same link in a third browser, and in the sender's list.
  await friend.context().clearCookies()
  await friend.goto(url)
  await expect(friend.getByText('This invitation has already been used. You can still join.')).toBeVisible()
  await expect(friend.getByRole('timer')).toHaveCount(0)
  await friend.context().close()
  await page.goto('/me')
  await expect(page.getByText('Your friend has joined')).toBeVisible()
})

test('the invitation page is in Arabic, and a gift can be claimed after signing in on another page', {
  tag: '@phone',
}, async ({ page, browser, journey }) => {
  const url = new URL(await linkTo(page, journey, 'wren'))
  const friend = await friendsBrowser(browser, page, journey.app.origin)
  await friend.goto(`/ar${url.pathname}${url.search}`)
  await expect(friend.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('وصلتك من Jonas شخصية للدردشة معها')
  await signInByApi(friend, journey, { nickname: 'Ana' })
  await friend.reload()
  await friend.getByRole('button', { name: 'استلام هدية الترحيب' }).click()
  await expect(friend.getByText('وصلت هديتك: ٣٠ عملة مع ٥٠ رسالة.')).toBeVisible()
  await friend.reload()
  await expect(friend.getByText('سبق أن قبلت هذه الدعوة.')).toBeVisible()
  await friend.context().close()
})

test('R1: who opens an invitation can report and block its sender; signed out there is nothing to press', {
  tag: '@phone',
}, async ({ page, browser, journey }) => {
  const { pathname, search } = new URL(await linkTo(page, journey, 'wren'))
  const url = pathname + search
  await page.goto(url)
  await expect(page.getByText('This is your own invitation.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report this person' })).toHaveCount(0)

  const friend = await friendsBrowser(browser, page, journey.app.origin)
  await friend.goto(url)
  await expect(friend.getByRole('heading', { level: 1 })).toContainText('Jonas')
  await expect(friend.getByRole('button', { name: 'Report this person' })).toHaveCount(0)
  await signInByApi(friend, journey, { nickname: 'Ana' })
  await friend.goto(url)
  await friend.getByRole('button', { name: 'Report this person' }).click()
  const dialog = friend.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toBeHidden()
  await friend.getByRole('button', { name: 'Block this person' }).click()
  await expect(friend).toHaveURL(/\/$/)
  await friend.goto(url)
  await expect(friend.getByText('Jonas')).toHaveCount(0)
  await friend.context().close()
})
