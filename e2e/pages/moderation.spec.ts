import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { ADMIN_EMAIL, callApi, expect, type Journey, signInByApi } from '../support/fixtures.ts'
import { passMinute, test } from '../support/movable-clock.ts'

/** Someone else in a browser of their own. */
async function anotherPerson(browser: Browser, options: BrowserContextOptions, journey: Journey, email?: string) {
  const context = await browser.newContext({ ...options, baseURL: journey.app.origin })
  const page = await context.newPage()
  await signInByApi(page, journey, email ? { email } : {})
  return page
}

async function publishCard(page: Page, name: string): Promise<string> {
  const card = (await callApi(page, 'POST /api/chat.Single/saveCard', {
    name,
    tagline: 'Keeps the lamps of a harbour.',
    age: 40,
    visibility: 'public',
    definition: { description: 'A keeper of lamps.', first_mes: 'Good evening.' },
    idempotency_key: randomUUID(),
  })) as { id: string }
  return card.id
}

const report = (page: Page, cardId: string) =>
  callApi(page, 'POST /api/safety/report', { target_type: 'card', target_id: cardId, reason: 'hate' })

test('R1, R2: a card is reported, hidden by three people, removed, appealed and restored', {
  tag: '@desktop',
}, async ({ page, browser, contextOptions, journey }) => {
  test.setTimeout(300_000)
  const name = `Wren ${Date.now()}`
  await signInByApi(page, journey)
  const cardId = await publishCard(page, name)
  const desk = await anotherPerson(browser, contextOptions, journey, ADMIN_EMAIL)
  const [first, second, third] = [
    await anotherPerson(browser, contextOptions, journey),
    await anotherPerson(browser, contextOptions, journey),
    await anotherPerson(browser, contextOptions, journey),
  ]

  // The first report is made by hand; with the third, the card is gone for everyone but its author.
  await first.goto(`/card/${cardId}`)
  await first.getByRole('button', { name: 'Report', exact: true }).click()
  await first.getByRole('dialog').getByRole('radio', { name: 'Hate' }).check()
  await first.getByRole('button', { name: 'Send report' }).click()
  await expect(first.getByText('Report sent to the site’s operator.')).toBeVisible()
  await report(second, cardId)
  expect((await second.goto(`/card/${cardId}`))?.status()).toBe(200)
  await report(third, cardId)
  expect((await second.goto(`/card/${cardId}`))?.status()).toBe(404)
  await second.goto(`/?q=${encodeURIComponent(name)}`)
  await expect(second.getByRole('link', { name })).toHaveCount(0)

  await page.goto(`/card/${cardId}`)
  await expect(page.getByText('The site’s operator has hidden this card.')).toBeVisible()
  await page.getByRole('link', { name: 'See why' }).click()
  const why = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(why).toContainText('Three people reported this. It’s hidden until we’ve made a decision.')
  await expect(why).toHaveAttribute('aria-current', 'true')
  await expect(why).toBeInViewport()

  // A moderator decides.
  await desk.goto('/admin/queue')
  await desk.getByRole('link', { name: new RegExp(name) }).click()
  await expect(desk.getByText('Good evening.')).toBeVisible()
  await desk.getByRole('radio', { name: /^Remove/ }).check()
  await desk.getByLabel('Reason').selectOption({ label: 'Violence' })
  await desk.getByRole('button', { name: 'Save decision' }).click()
  await expect(desk.getByText('Decision saved', { exact: true })).toBeVisible()
  await expect(desk.getByRole('link', { name: new RegExp(name) })).toHaveCount(0)
  expect((await page.goto(`/card/${cardId}`))?.status()).toBe(404)

  // The author and the reporters are notified once the minute for undoing it is over.
  await page.goto('/decisions')
  await expect(page.getByText('Three people reported this. It’s hidden until we’ve made a decision.')).toBeVisible()
  await expect(page.getByText('We removed this.')).toHaveCount(0)
  passMinute(journey)
  await expect(async () => {
    await page.goto('/decisions')
    await expect(page.getByText('We removed this.')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('Violence')).toBeVisible()
  await first.goto('/decisions')
  await expect(first.getByText('You reported this, and we took action. Thank you.')).toBeVisible()

  // The author appeals, once.
  const told = page.getByRole('listitem').filter({ hasText: 'We removed this.' })
  await told.getByRole('button', { name: 'Appeal' }).click()
  await told.getByLabel('Why do you think the decision is wrong?').fill('It is a story about a storm.')
  await told.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('We’ll review the decision.')).toBeVisible()
  await expect(told.getByRole('button', { name: 'Appeal' })).toHaveCount(0)

  await desk.goto('/admin/queue?show=appeal')
  await desk.getByRole('link', { name: new RegExp(name) }).click()
  await expect(desk.getByText('It is a story about a storm.')).toBeVisible()
  await desk.getByRole('radio', { name: /^Restore/ }).check()
  await desk.getByRole('button', { name: 'Save decision' }).click()
  await expect(desk.getByText('Decision saved', { exact: true })).toBeVisible()

  expect((await second.goto(`/card/${cardId}`))?.status()).toBe(200)
  await expect(second.getByRole('heading', { level: 1, name })).toBeVisible()
  for (const each of [desk, first, second, third]) await each.context().close()
})

test('the queue is worked through by keyboard, and a decision is undone', { tag: '@desktop' }, async ({
  page,
  browser,
  contextOptions,
  journey,
}) => {
  const author = await anotherPerson(browser, contextOptions, journey)
  const names = [`Ada ${Date.now()}`, `Bea ${Date.now()}`]
  const cards = [await publishCard(author, names[0] ?? ''), await publishCard(author, names[1] ?? '')]
  const reporter = await anotherPerson(browser, contextOptions, journey)
  for (const id of cards) await report(reporter, id)
  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await page.goto('/admin/queue')
  const link = (name = '') => page.getByRole('link', { name: new RegExp(name) })
  await expect(link(names[0])).toBeVisible()

  // J goes down and K goes up; Enter opens.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator('[data-case]:focus')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  while (!(await page.locator('[data-case]:focus').textContent())?.includes(names[0] ?? ''))
    await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.locator('[data-case]:focus')).toContainText(names[1] ?? '')
  await page.keyboard.press('k')
  await expect(page.locator('[data-case]:focus')).toContainText(names[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: names[0] })).toBeVisible()

  // 2 is "Hide"; the reason is the one that was reported. Enter decides once the focus is not on a link.
  await page.getByRole('heading', { level: 2, name: names[0] }).click()
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: /^Hide/ })).toBeChecked()
  await expect(page.getByLabel('Reason')).toHaveValue('hate')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Decision saved', { exact: true })).toBeVisible()
  await expect(link(names[0])).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: names[1] })).toBeVisible()
  expect((await reporter.goto(`/card/${cards[0]}`))?.status()).toBe(404)

  await page.keyboard.press('u')
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(link(names[0])).toBeVisible()
  expect((await reporter.goto(`/card/${cards[0]}`))?.status()).toBe(200)

  // Without a rule that was broken, a card can only be kept.
  await page.keyboard.press('1')
  await expect(page.getByLabel('Reason')).toHaveValue('no_breach')
  await page.keyboard.press('Enter')
  await expect(link(names[1])).toHaveCount(0)
  for (const each of [author, reporter]) await each.context().close()
})

test('the desk features a character on Explore and hides another', { tag: '@phone' }, async ({
  page,
  browser,
  contextOptions,
  journey,
}) => {
  const author = await anotherPerson(browser, contextOptions, journey)
  const name = `Cleo ${Date.now()}`
  await publishCard(author, name)
  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await page.goto(`/admin/items?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Feature' }).click()
  await expect(page.getByText('Featured in Explore')).toBeVisible()
  await page.goto('/')
  const shelf = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Featured' }) })
  await expect(shelf.getByRole('link', { name })).toBeVisible()
  await page.goto(`/admin/items?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByLabel('Reason').selectOption({ label: 'Spam' })
  await page.locator('form.items-form').last().getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.locator('form.items-form').last().getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Hidden', { exact: true })).toHaveCount(0)
  await author.context().close()
})
