import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: /Search|البحث|搜索/ }).filter({ visible: true })
/** The ids of the characters that ship with Everkin. */
const LIBRARY = readdirSync('library/characters').map((name) => name.replace('.json', ''))
const books = (page: Page) => page.locator('.grid a[href*="/card/"]')

test('search tolerates a typo, handles Arabic and Chinese, and keeps the other filters', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/?sort=new')
  await field(page).fill('Kenjii Arta')
  await expect(page).toHaveURL(/q=Kenjii\+Arta/)
  await expect(page).toHaveURL(/sort=new/)
  await expect(page.getByRole('heading', { name: /Results for/ })).toBeVisible()
  await expect(books(page).first()).toContainText('Kenji Arata')
  await field(page).fill('zzqqxxv')
  await expect(page.getByText('No matching characters yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(field(page)).toHaveValue('')
  await expect(books(page).first()).toBeVisible()

  await page.goto('/ar')
  await field(page).fill('كينجي')
  await expect(books(page).first()).toContainText('كينجي أراتا')
  await page.goto('/zh')
  await field(page).fill('伊尔丝')
  await expect(books(page).first()).toContainText('伊尔丝·马洛')
})

test('moods, order, groups, endless scrolling, a card and Back to the same position', async ({
  page,
  journey,
  isMobile,
}) => {
  await signInByApi(page, journey)
  await page.goto('/')
  const order = page.locator('.sort summary')
  await order.click()
  await expect(page.getByText('Most chats and favourites first')).toBeVisible()
  await page.getByRole('link', { name: 'Popular', exact: true }).click()
  await expect(page).toHaveURL(/sort=popular/)
  await order.click()
  await expect(page.getByRole('link', { name: 'Popular', exact: true })).toHaveAttribute('aria-current', 'true')
  await order.click()
  const moods = page.getByRole('navigation', { name: 'Moods' })
  await moods.getByRole('link', { name: 'Cosy' }).click()
  await expect(page).toHaveURL(/tag=cosy/)
  await expect(books(page).filter({ hasText: 'Bram Castellan' })).toHaveCount(0)
  await expect(books(page).filter({ hasText: 'Kenji Arata' })).toHaveCount(1)

  await order.click()
  await page.getByRole('link', { name: 'Other', exact: true }).click()
  await expect(page).toHaveURL(/tag=cosy&gender=other/)
  await expect(books(page).filter({ hasText: 'Kenji Arata' })).toHaveCount(0)
  await moods.getByRole('link', { name: 'Other' }).click()
  await expect(page).not.toHaveURL(/gender/)
  await expect(books(page).filter({ hasText: 'Kenji Arata' })).toHaveCount(1)

  const kinds = page.getByRole('navigation', { name: 'Characters or groups' })
  await kinds.getByRole('link', { name: 'Groups' }).click()
  await expect(page).toHaveURL(/show=groups/)
  const story = page.locator('a[href*="/group/"]').first()
  await story.click()
  await expect(page.getByRole('heading', { name: 'How turns work' })).toBeVisible()
  await page.goBack()
  await expect(story).toBeVisible()

  // The whole library and what other journeys have published, each once, whether scrolling or the button loaded it.
  await page.goto('/?sort=popular')
  await expect(books(page).first()).toBeVisible()
  const more = page.getByRole('link', { name: 'More', exact: true })
  // Before its scripts are there, the link opens the next page instead of adding to this one.
  const isHydrated = (link: Element) => Object.keys(link).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => more.evaluate(isHydrated)).toBe(true)
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await more.click({ timeout: 500 }).catch(() => {})
    await expect(page.getByText('That’s everyone for now.')).toBeVisible({ timeout: 500 })
  }).toPass()
  const addresses = await books(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(expect.arrayContaining(LIBRARY.map((id) => `/card/${id}`)))
  expect(addresses).toHaveLength(new Set(addresses).size)

  const last = books(page).last()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate('window.scrollY')
  expect(place).toBeGreaterThan(500)
  await last.click()
  await expect(page).toHaveURL(/\/card\//)
  await expect(page.getByRole('heading', { name: 'How it begins' })).toBeVisible()
  const like = page.getByRole('button', { name: 'Add to favourites' }).filter({ visible: true })
  await like.click()
  await expect(page.getByRole('button', { name: 'In your favourites' }).filter({ visible: true })).toBeVisible()
  await page.goBack()
  await expect(books(page)).toHaveCount(addresses.length)
  await expect
    .poll(async () => Math.abs(Number(await page.evaluate('window.scrollY')) - Number(place)))
    .toBeLessThan(80)
  if (!isMobile) {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
  }
})

test('the home page uses the browser’s language, no other page does, and the choice is remembered', {
  tag: '@desktop',
}, async ({ browser, journey }) => {
  const german = await browser.newContext({ locale: 'de-AT', baseURL: journey.app.origin })
  const page = await german.newPage()
  await page.goto('/')
  await expect(page).toHaveURL(/\/de$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto('/card/ilse')
  await expect(page).toHaveURL(/\/card\/ilse$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  // The page remembers its language once its scripts run.
  const remembered = async () => (await german.cookies()).find(({ name }) => name === 'i18n_redirected')
  await expect.poll(async () => (await remembered())?.value).toBe('en')
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const cookie = await remembered()
  expect(cookie?.value).toBe('en')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(360 * 86_400)
  await german.close()
})

test('every page can be read and used without scripts', { tag: '@phone' }, async ({
  browser,
  contextOptions,
  journey,
}) => {
  const plain = await browser.newContext({ ...contextOptions, baseURL: journey.app.origin, javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The first card may be one without a picture, of another journey.
  await expect(books(page).locator('img').first()).toBeVisible()
  await field(page).fill('Ilse')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/q=Ilse/)
  await books(page).filter({ hasText: 'Ilse Marlow' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ilse Marlow' })).toBeVisible()
  await expect(page.locator('.opening-page')).toBeVisible()
  const missing = await page.goto('/no/such/page')
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('This page could not be found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(books(page).first()).toBeVisible()
  await plain.close()
})
