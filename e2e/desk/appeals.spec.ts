import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { gotoAndConnect, messageLog, openChat, sendMessage } from '../support/chat-actions.ts'
import { ADMIN_EMAIL, callApi, expect, type Journey, newEmail, signInByApi } from '../support/fixtures.ts'
import { passMinute, test } from '../support/movable-clock.ts'

async function anotherPerson(browser: Browser, options: BrowserContextOptions, journey: Journey, email: string) {
  const context = await browser.newContext({ ...options, baseURL: journey.app.origin })
  const page = await context.newPage()
  await signInByApi(page, journey, { email })
  return page
}

async function publishCard(page: Page, name: string): Promise<{ id: string; rev: number }> {
  return (await callApi(page, 'POST /api/chat.Single/saveCard', cardBody(name, 'Good evening.'))) as {
    id: string
    rev: number
  } // the contract's card
}

const cardBody = (name: string, greeting: string) => ({
  name,
  tagline: 'Keeps the lamps of a harbour.',
  age: 40,
  visibility: 'public',
  definition: { description: 'A keeper of lamps.', first_mes: greeting },
  idempotency_key: randomUUID(),
})

const report = (page: Page, cardId: string, reason: string) =>
  callApi(page, 'POST /api/safety/report', { target_type: 'card', target_id: cardId, reason })

test('R2: a stopped message is appealed, read behind a gate, and its writer is notified while a page is open', {
  tag: '@phone',
}, async ({ page, browser, contextOptions, journey }) => {
  test.setTimeout(180_000)
  const stopped = '[[threat-cue]], says the villain.'
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  await sendMessage(page, stopped)
  const refused = messageLog(page).locator('[data-outgoing="failed"]')
  await expect(refused).toContainText('Our rules don’t allow threats or stalking.')
  await refused.getByRole('link', { name: 'Appeal' }).click()
  await expect(page.getByLabel('The text that was blocked')).toHaveValue(stopped)
  await expectAccessible(page)
  await page.getByLabel('Why do you think the decision is wrong?').fill('It is a line of a play.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Our safety rules blocked this text.')).toBeVisible()
  await expect(page.getByText('We’ll review the decision.')).toBeVisible()

  const desk = await anotherPerson(browser, contextOptions, journey, ADMIN_EMAIL)
  await desk.goto('/admin/queue?show=appeal')
  await desk
    .getByRole('link', { name: /Blocked text/ })
    .first()
    .click()
  await expect(desk.getByText('It is a line of a play.')).toBeVisible()
  await expect(desk.getByText(stopped)).toHaveCount(0)
  await expectAccessible(desk)
  await desk.getByRole('radio', { name: 'To decide on the appeal' }).check()
  await desk.getByRole('button', { name: 'Show text' }).click()
  await expect(desk.getByText(stopped)).toBeVisible()
  await desk.getByRole('radio', { name: /^Restore/ }).check()
  await desk.getByRole('button', { name: 'Save decision' }).click()
  await expect(desk.getByText('Decision saved', { exact: true })).toBeVisible()

  // The writer has a page open. It learns of the decision once the minute for undoing it is over.
  await gotoAndConnect(page, '/me')
  passMinute(journey)
  await expect(page.getByText('There’s a new decision about your content or reports.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1 new')).toBeVisible()
  await page.getByRole('button', { name: 'See decision' }).click()
  await expect(page.getByText(/^You appealed, and you’re right/)).toBeVisible()
  await desk.context().close()
})

test('R3: what may be abuse opens only after an owner and a moderator have confirmed', { tag: '@desktop' }, async ({
  page,
  browser,
  contextOptions,
  journey,
}) => {
  const name = `Wren ${Date.now()}`
  await signInByApi(page, journey)
  const { id } = await publishCard(page, name)
  const [reporterEmail, moderatorEmail] = [newEmail(), newEmail()]
  const reporter = await anotherPerson(browser, contextOptions, journey, reporterEmail)
  await report(reporter, id, 'minor_safety')
  const moderator = await anotherPerson(browser, contextOptions, journey, moderatorEmail)
  const { id: moderatorId } = (await callApi(moderator, 'GET /api/user/info')) as { id: string } // as in the contract
  const owner = await anotherPerson(browser, contextOptions, journey, ADMIN_EMAIL)
  await callApi(owner, 'POST /api/desk/role', { person_id: moderatorId, role: 'moderator' })

  const confirm = async (desk: Page) => {
    await desk.goto('/admin/queue')
    await desk.getByRole('link', { name: new RegExp(name) }).click()
    await expect(desk.getByRole('heading', { name: 'Quarantine' })).toBeVisible()
    await expect(desk.getByText('Good evening.')).toHaveCount(0)
    await desk.getByRole('radio', { name: 'To decide on the report' }).check()
    await desk.getByRole('button', { name: 'Confirm that I need to see it' }).click()
  }
  await confirm(owner)
  await expect(owner.getByText('Confirmed. A moderator has to confirm too, within a day.')).toBeVisible()
  await expectAccessible(owner)
  await confirm(moderator)
  await expect(moderator.getByText('Good evening.')).toBeVisible()
  await moderator.getByRole('radio', { name: /^Remove/ }).check()
  await moderator.getByRole('button', { name: 'Save decision' }).click()
  await expect(moderator.getByText('Decision saved', { exact: true })).toBeVisible()
  expect((await reporter.goto(`/card/${id}`))?.status()).toBe(404)
  await owner.goto(`/admin/items?q=${encodeURIComponent(name)}`)
  await expect(owner.getByText('Quarantine')).toBeVisible()
  await owner.goto('/admin/audit')
  await expect(owner.getByRole('cell', { name: 'Quarantine opened' })).toBeVisible()
  for (const each of [reporter, moderator, owner]) await each.context().close()
})

test('a card comes back for review after a change was asked for, and a data request is answered', {
  tag: '@phone',
}, async ({ page, browser, contextOptions, journey }) => {
  const name = `Cleo ${Date.now()}`
  await signInByApi(page, journey)
  const card = await publishCard(page, name)
  const { id: authorId } = (await callApi(page, 'GET /api/user/info')) as { id: string } // as in the contract
  const reporter = await anotherPerson(browser, contextOptions, journey, newEmail())
  await report(reporter, card.id, 'violence')
  const desk = await anotherPerson(browser, contextOptions, journey, ADMIN_EMAIL)
  const open = async (show: string) => {
    await desk.goto(`/admin/queue?show=${show}`)
    await desk.getByRole('link', { name: new RegExp(name) }).click()
  }
  await open('report')
  await desk.getByRole('radio', { name: /^Ask for a change/ }).check()
  await desk.getByRole('button', { name: 'Save decision' }).click()
  await expect(desk.getByText('Decision saved', { exact: true })).toBeVisible()
  expect((await reporter.goto(`/card/${card.id}`))?.status()).toBe(404)

  await callApi(page, 'POST /api/chat.Single/saveCard', {
    ...cardBody(name, 'Good morning.'),
    id: card.id,
    rev: card.rev,
  })
  await open('review')
  await expect(desk.getByText('Good morning.')).toBeVisible()
  await desk.getByRole('radio', { name: /^Keep/ }).check()
  await desk.getByRole('button', { name: 'Save decision' }).click()
  await expect(desk.getByText('Decision saved', { exact: true })).toBeVisible()
  expect((await reporter.goto(`/card/${card.id}`))?.status()).toBe(200)

  await desk.goto(`/admin/person?id=${authorId}`)
  await desk.getByRole('button', { name: 'Send export instructions' }).click()
  await expect(desk.getByRole('row').filter({ hasText: 'Export instructions sent' })).toBeVisible()
  for (const each of [reporter, desk]) await each.context().close()
})
