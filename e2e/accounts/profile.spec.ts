import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { callApi, expect, newEmail, signInByApi, test } from '../support/fixtures.ts'

const stories = (page: Page) => page.locator('.stories a[href*="/group/"]')

test('the groups page shows all groups, by mood and by search, also without scripts', { tag: '@desktop' }, async ({
  page,
  browser,
  contextOptions,
  journey,
}) => {
  await page.goto('/groups')
  const more = page.getByRole('link', { name: 'More', exact: true })
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await more.click({ timeout: 500 }).catch(() => {})
    await expect(stories(page)).toHaveCount(8, { timeout: 500 })
  }).toPass()
  const addresses = await stories(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(8)

  await page.goto('/groups')
  const moods = page.getByRole('navigation', { name: 'Moods' })
  await moods.getByRole('link', { name: 'Mystery' }).click()
  await expect(page).toHaveURL(/\/groups\?tag=mystery$/)
  await expect(stories(page).filter({ hasText: 'The Debate Supper' })).toHaveCount(0)
  await expect(stories(page).filter({ hasText: 'The Orchard Case' })).toHaveCount(1)
  await moods.getByRole('link', { name: 'All', exact: true }).click()
  const field = page.getByRole('searchbox', { name: 'Search stories' })
  await field.fill('zzqqxxv')
  await expect(page.getByText('No matching stories yet.')).toBeVisible()
  await field.fill('Orchrad')
  await expect(stories(page).first()).toContainText('The Orchard Case')
  await expectAccessible(page)

  const plain = await browser.newContext({ ...contextOptions, baseURL: journey.app.origin, javaScriptEnabled: false })
  const read = await plain.newPage()
  await read.goto('/de/groups')
  await expect(read.getByRole('heading', { level: 1 })).toBeVisible()
  const first = await stories(read).count()
  await read.getByRole('link', { name: 'Mehr', exact: true }).click()
  await expect(read).toHaveURL(/\/de\/groups\?cursor=/)
  await expect(stories(read)).toHaveCount(8 - first)
  await plain.close()
})

test('the profile shows one’s own cards and favourites, and updates both', { tag: '@phone' }, async ({
  page,
  journey,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.app.origin })
  await signInByApi(page, journey)
  await page.goto('/me')
  await expect(page.getByRole('heading', { level: 1, name: 'Mara' })).toBeVisible()
  await expect(page.locator('.me-held')).toHaveText(['20 messages left', '0 coins'])
  await expect(page.getByText('Not a member')).toBeVisible()
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  await expectAccessible(page)

  // More than the page first shows; the last liked one comes first.
  const liked = ['ilse', 'kenji', 'pip', 'odile', 'bram', 'june', 'wren', 'vesper', 'noor', 'orchard-case']
  for (const card_id of liked) await callApi(page, 'POST /api/chat/like', { card_id, on: true })
  await page.reload()
  const books = page.locator('.me-books a')
  await expect(books).toHaveCount(8)
  await expect(books.first()).toContainText('Noor')
  await page.getByRole('link', { name: 'More', exact: true }).first().click()
  await expect(books).toHaveCount(9)
  await expect(stories(page)).toHaveText([/The Orchard Case/])
  await expectAccessible(page)

  const movements = page.locator('.me-ledger li')
  await expect(movements).toHaveText([/New account.*\+20.*Balance: 20 messages/])
  const chat = (await callApi(page, 'POST /api/chat/start', { card_id: 'ilse' })) as { id: string }
  await page.goto(`/chat?chat_id=${chat.id}`)
  await page.getByRole('textbox').last().fill('Hello there')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Hello there')
  await expect(async () => {
    await page.goto('/me')
    await expect(movements).toHaveText([/Message sent.*−1.*Balance: 19 messages/, /New account/], { timeout: 500 })
    await expect(page.locator('.me-held').first()).toHaveText('19 messages left', { timeout: 500 })
  }).toPass()

  await page.getByRole('button', { name: 'Copy ID' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const { id } = (await callApi(page, 'GET /api/user/info')) as { id: string }
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nickname').fill('Mara Two')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mara Two' })).toBeVisible()
  await expect(page).toHaveURL(/\/me$/)

  await page.getByRole('navigation', { name: 'Characters or groups' }).getByRole('link', { name: 'Groups' }).click()
  await expect(page.getByText('No groups yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create a group story' }).click()
  await expect(page).toHaveURL(/\/createGroups$/)
})

test('the admin page is closed to everyone but operators, and says so in their language', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  const visitor = await page.goto('/de/admin')
  expect(visitor?.url()).toContain('/de/login?next=%2Fde%2Fadmin')
  await signInByApi(page, journey)
  for (const [address, words] of [
    ['/admin', 'You don’t have access to this page'],
    ['/de/admin', 'Kein Zugriff auf diese Seite'],
  ] as const) {
    const reply = await page.goto(address)
    expect(reply?.status()).toBe(403)
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
  }
  await expectAccessible(page)
})

test('the pages for a forgotten password ask everyone for the address first', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  // A page that fades in is checked before its text has full colour.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const address of ['/login/reset', '/login/resetemail']) {
    expect((await page.goto(address))?.status()).toBe(200)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await expect(page).toHaveURL(/\/login\/reset/)
  await expectAccessible(page)
  await signInByApi(page, journey)
  expect((await page.goto('/login/resetemail'))?.status()).toBe(200)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('all of them are right to left in Arabic, and nothing is wider than the phone, also at 200 %', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await callApi(page, 'POST /api/chat/like', { card_id: 'ilse', on: true })
  await callApi(page, 'POST /api/chat/like', { card_id: 'orchard-case', on: true })
  for (const path of ['/me', '/me/groups', '/groups', '/createSingle', '/createGroups', '/admin', '/login/reset']) {
    await page.goto(`/ar${path}`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/[\u0600-\u06ff]/)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect.soft(await page.evaluate(overflow), path).toBeLessThanOrEqual(0)
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect.soft(await page.evaluate(overflow), `${path} at 200 %`).toBeLessThanOrEqual(0)
  }
  await page.goto('/ar/me')
  await expect(page.locator('.me-held').first()).toHaveText('٢٠ رسالة متبقية')
  const [head, edit] = await Promise.all([
    page.locator('.person-large').boundingBox(),
    page.locator('.me-edit').boundingBox(),
  ])
  expect(head?.x ?? 0).toBeGreaterThan(edit?.x ?? 0)
})
