import { type ImageServer, startImageServer } from '@everkin/testing/servers/image-server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { test as base, callApi, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

/** An Everkin whose pictures are made by an endpoint that the test steers. */
const test = base.extend<object, { journey: Journey; images: ImageServer }>({
  images: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const images = await startImageServer('openai')
      await use(images)
      await images.close()
    },
    { scope: 'worker' },
  ],
  journey: [
    async ({ images }, use) => withEverkin(use, { settings: { IMAGE_BASE_URL: `${images.url}/v1` } }),
    { scope: 'worker' },
  ],
})

/** Buys coins with a test card, by the calls that the pages make. */
async function buyCoins(page: Page): Promise<void> {
  const wish = { product_id: 'coins-100', idempotency_key: `coins-${Date.now()}` }
  const { id } = (await callApi(page, 'POST /api/order/create', wish)) as { id: string } // the contract's order
  await callApi(page, 'POST /api/order/payment', { order_id: id, payment_method: '4242424242424242' })
}

const WORDS = 'A ferry captain in a navy coat, full moon over the river behind her'

test('without coins the way leads to them; with them a picture is painted, looked at and becomes a portrait', async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.goto('/AiGeneratedImage')
  await page.getByLabel('What should we paint?').fill(WORDS)
  await expect(page.getByText('This takes 5 coins. You have 0.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get coins' })).toHaveAttribute('href', '/AboutView')
  await buyCoins(page)
  await page.reload()

  await page.getByLabel('What should we paint?').fill('A captain without her clothes')
  await page.getByRole('button', { name: 'Paint 1' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'safety rules' })).toBeVisible()
  await page.getByLabel('What should we paint?').fill(WORDS)
  await page.getByRole('radio', { name: 'Woodcut' }).press('Space')
  await page.getByRole('radio', { name: '2 10 coins' }).press('Space')
  await page.getByRole('button', { name: 'Paint 2' }).click()
  await expect(page.getByRole('heading', { name: '2 of 2 are ready' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('You have 90.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'AI picture 1, open it' }).click()
  const box = page.getByRole('dialog')
  await expect(box.getByText('AI picture')).toBeVisible()
  await expectAccessible(page, { within: 'dialog' })
  await page.keyboard.press('ArrowRight')
  await expect(box.getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'AI picture 1, open it' })).toBeFocused()
  await page.getByRole('button', { name: 'AI picture 2, open it' }).click()
  await box.getByRole('button', { name: 'Delete this picture' }).click()
  await box.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(box.getByText('1 of 1')).toBeVisible()
  await box.getByRole('link', { name: 'Use as portrait' }).click()
  await expect(page).toHaveURL(/\/createSingle\?portrait=[\w-]{43}$/)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vesper-9')
  await page.getByRole('textbox', { name: 'Age', exact: true }).fill('40')
  await page.getByRole('textbox', { name: 'One line on the cover', exact: true }).fill('Waits for one ship.')
  await page.getByRole('textbox', { name: 'What they say first', exact: true }).fill('Visitor number four.')
  await page.getByRole('button', { name: 'Save and say hello' }).click()
  await expect(page).toHaveURL(/\/chat\?/)
  const own = (await callApi(page, 'GET /api/user/chatCardList?type=single')) as { list: { avatar: string }[] } // the contract's
  expect(own.list[0]?.avatar).toMatch(/^\/media\/[\w-]{43}\/960\.webp$/)

  await page.goto('/AiGeneratedImage')
  await expect(page.getByRole('heading', { name: 'Earlier' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Open: ${WORDS}` })).toBeVisible()
})

test('what can not be painted says so in its tile, gives its coins back, and can be tried again', async ({
  page,
  journey,
  images,
}) => {
  images.behave({ mode: 'status', status: 400 })
  await signInByApi(page, journey)
  await buyCoins(page)
  await page.goto('/AiGeneratedImage')
  await page.getByLabel('What should we paint?').fill(WORDS)
  await page.getByRole('button', { name: 'Paint 1' }).click()
  await expect(page.getByText('Couldn’t be painted')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('5 coins returned')).toBeVisible()
  await expect(page.getByText('You have 100.')).toBeVisible()
  images.behave({ mode: 'normal' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: '1 of 1 is ready' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('You have 95.')).toBeVisible()
})
