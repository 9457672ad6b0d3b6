import {
  chooseMessageOption,
  composer,
  messageLog,
  newestMessage,
  openChat,
  sendAndAwaitReply,
} from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

test('R1: a character is blocked from a message in two taps, is gone from Explore, and comes back in settings', async ({
  page,
  journey,
  isMobile,
}) => {
  journey.model.behave({ mode: 'scripted', script: ['Something to block.'] })
  await signInByApi(page, journey)
  await openChat(page, 'june')
  const chat = page.url()
  await sendAndAwaitReply(page, 'Say something', 'Something to block.')
  await chooseMessageOption(newestMessage(page), isMobile, 'Block character')
  await expect(page.getByText('Blocked. No longer shown in Explore or search.')).toBeVisible()
  await expect(page.getByText('You’ve blocked this character or its creator.')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(messageLog(page)).toContainText('Something to block.')

  await page.goto('/?q=June%20Hallow')
  await expect(page.locator('main')).toBeVisible()
  await expect(page.locator('main a[href$="/card/june"]')).toHaveCount(0)
  expect((await page.request.get('/card/june')).status()).toBe(404)

  await page.goto(chat)
  await page.getByRole('link', { name: 'Manage blocks' }).click()
  const section = page.getByRole('region', { name: 'Blocked' })
  await expect(section).toContainText('June Hallow')
  await section.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('Unblocked', { exact: true })).toBeVisible()
  await expect(section).toContainText('You haven’t blocked anyone.')
  await page.goto('/?q=June%20Hallow')
  await expect(page.locator('main a[href$="/card/june"]').first()).toBeVisible()
  await page.goto(chat)
  await expect(composer(page)).toBeEnabled()
})

test('R1: a creator is reported and blocked on the page of their card, and the toast takes the block back', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey, { nickname: 'Imara' })
  const card = (await callApi(page, 'POST /api/chat.Single/saveCard', {
    name: 'Wren Quillon',
    tagline: 'Keeps lamps.',
    age: 40,
    visibility: 'public',
    definition: { first_mes: 'Good evening.' },
  })) as { id: string } // the contract's answer
  await page.goto(`/card/${card.id}`)
  await expect(page.getByRole('button', { name: 'Block creator' })).toHaveCount(0)

  await page.context().clearCookies()
  await signInByApi(page, journey)
  await page.goto(`/card/${card.id}`)
  await page.getByRole('button', { name: 'Report creator' }).click()
  const dialog = page.getByRole('dialog', { name: 'What’s wrong?' })
  await dialog.getByRole('radio', { name: 'Harassment or threats' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent to the site’s operator.')).toBeVisible()

  await page.getByRole('button', { name: 'Block creator' }).click()
  await expect(page.getByText('Blocked. No longer shown in Explore or search.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get(`/card/${card.id}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await page.request.get(`/card/${card.id}`)).status()).toBe(200)
})

test('H1: the break reminder is off until it is turned on, and stays on', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.goto('/set')
  const reminder = page.getByRole('switch', { name: 'Break reminder' })
  await expect(reminder).not.toBeChecked()
  await reminder.click()
  await expect(reminder).toBeChecked()
  await expect.poll(() => callApi(page, 'GET /api/user/breakReminder')).toEqual({ on: true })
  await page.reload()
  await expect(reminder).toBeChecked()
})
