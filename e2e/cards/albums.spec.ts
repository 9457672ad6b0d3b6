import type { Attachment } from '@everkin/contract/types.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openChat } from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

/** A character of the library with open pictures, two locked keepsakes and a locked clip. */
const CARD = 'ilse'

/** Buys coins with a test card, through the pages' API calls. */
async function buyCoins(page: Page): Promise<void> {
  const wish = { product_id: 'coins-100', idempotency_key: `coins-${Date.now()}` }
  const { id } = (await callApi(page, 'POST /api/order/create', wish)) as { id: string } // the contract's order
  await callApi(page, 'POST /api/order/payment', { order_id: id, payment_method: '4242424242424242' })
}

/** Prices in the character's album: of the first keepsake and of the clip. */
async function prices(page: Page): Promise<{ image: number; video: number }> {
  const { list } = (await callApi(page, `GET /api/chat/cardAlbum?card_id=${CARD}`)) as { list: Attachment[] } // its data
  const priceOf = (kind: Attachment['kind']) => list.find((item) => item.kind === kind && item.locked)?.price ?? 0
  return { image: priceOf('image'), video: priceOf('video') }
}

/** The album beside the conversation: on wide screens it is in the pane about the character, on phones it is opened. */
async function openAlbum(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('complementary', { name: /^(About|حول|عن)/ })
  await page
    .getByRole('banner')
    .or(page.locator('.chat-header'))
    .getByRole('button', { name: 'More options' })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Album' }).click()
  return page.getByRole('complementary', { name: 'Album' })
}

test('WAL-02 AZ-04: a picture and a video are unlocked in place, once, and stay unlocked', async ({
  page,
  journey,
  isMobile,
}) => {
  await signInByApi(page, journey)
  await buyCoins(page)
  const { image, video } = await prices(page)
  await openChat(page, CARD)
  let album = await openAlbum(page, isMobile)
  const keepsakes = () => album.getByRole('figure').filter({ hasText: /^(Ticket|Logbook page)/ })
  const opened = (what: string) => album.getByRole('button', { name: new RegExp(`^${what}`) })
  await expect(keepsakes()).toHaveCount(2)
  await expect(opened('Show picture')).toHaveCount(2)

  // What is bought is named before it is paid for.
  const picture = keepsakes().filter({ hasText: 'The 23:40, stamped' })
  await expect(album.getByText('You have 100 coins')).toBeVisible()
  await expectAccessible(page, { within: '.album-grid' })
  await picture.getByRole('button', { name: `Unlock for ${image} coins` }).click()
  await expect(opened('Show picture: The 23:40, stamped')).toBeVisible()
  await expect(opened('Show picture')).toHaveCount(3)
  await expect(keepsakes()).toHaveCount(1)
  await expect(album.getByText(`You have ${100 - image} coins`)).toBeVisible()

  const clip = album.getByRole('figure').filter({ hasText: 'Locked video' })
  await clip.getByRole('button', { name: `Unlock for ${video} coins` }).click()
  await expect(clip.getByRole('status')).toHaveText('Unlocking. This can take a few seconds.')
  await expect(opened('Play video')).toBeVisible({ timeout: 40_000 })
  await expect(opened('Play video')).toBeFocused()
  const left = 100 - image - video
  await expect(album.getByText(`You have ${left} coins`)).toBeVisible()

  await page.reload()
  album = await openAlbum(page, isMobile)
  await expect(opened('Show picture')).toHaveCount(3)
  await expect(album.getByText(`You have ${left} coins`)).toBeVisible()
  await opened('Show picture').first().click()
  const whole = page.getByRole('dialog').getByRole('img')
  await expect.poll(async () => (await whole.boundingBox())?.height).toBeGreaterThan(200)
  await page.keyboard.press('Escape')
  await opened('Play video').click()
  const player = page.getByRole('dialog').locator('video')
  await expect.poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  expect(await player.evaluate((element: HTMLVideoElement) => element.muted)).toBe(false)
  await expect(page.getByRole('dialog').getByText('AI video')).toBeVisible()
  await expectAccessible(page, { within: 'dialog' })
  await page.keyboard.press('Escape')
  await expect(opened('Play video')).toBeFocused()
})

test('WAL-02: someone without coins is led to buying them and back, and nothing is unlocked', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const { image, video } = await prices(page)
  await openChat(page, CARD)
  const chatUrl = page.url()
  const album = await openAlbum(page, true)
  const clip = album.getByRole('figure').filter({ hasText: 'Locked video' })
  await expect(album.getByText('You have 0 coins')).toBeVisible()
  await expect(clip.getByText(`${video} coins`)).toBeVisible()
  await expect(album.getByText(`${image} coins`, { exact: true })).toHaveCount(2)
  await expect(album.getByRole('button', { name: /^Unlock/ })).toHaveCount(0)
  await clip.getByRole('link', { name: 'Get coins' }).click()
  await expect(page).toHaveURL(/\/AboutView/)

  // The purchase leads back to where it was needed.
  await page.getByRole('link', { name: '100 coins US$1.99' }).click()
  await page.getByRole('radio', { name: 'Goes through 4242' }).check()
  await page.getByRole('button', { name: 'Pay US$1.99 (test)' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Added: 100 coins')
  await page.getByRole('link', { name: 'Back to the chat' }).click()
  await expect(page).toHaveURL(chatUrl)
})

for (const { size, prefix, heading, keepsake, price, wayIn, unlock } of [
  {
    size: 'desktop',
    prefix: '',
    heading: 'Album',
    keepsake: 'The 23:40, stamped',
    price: /^\d+ coins$/,
    wayIn: 'Unlock in a chat',
    unlock: /^Unlock/,
  },
  {
    size: 'phone',
    prefix: '/ar',
    heading: 'الألبوم',
    keepsake: 'تذكرة ٢٣:٤٠ المختومة',
    price: /عمل/,
    wayIn: 'الفتح في محادثة',
    unlock: /^الفتح/,
  },
]) {
  test(`AZ-04: the page of a character shows prices and unlocks nothing (${prefix || '/en'})`, {
    tag: `@${size}`,
  }, async ({ page }) => {
    await page.goto(`${prefix}/card/${CARD}`)
    const album = page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    const locked = album.getByRole('figure').filter({ hasText: wayIn })
    await expect(locked).toHaveCount(3)
    await expect(locked.getByText(price)).toHaveCount(3)
    await expect(locked.getByText(keepsake)).toBeVisible()
    await expect(album.getByRole('button', { name: unlock })).toHaveCount(0)
    await expect(album.getByRole('button')).toHaveCount(2)
    // A locked keepsake is named, but no file of what is locked is given away.
    for (const file of await locked.locator('img').evaluateAll((all) => all.map((img) => img.getAttribute('src'))))
      expect(file).not.toContain('/signed/')
    await expectAccessible(page, { within: '.album-grid' })
  })
}
