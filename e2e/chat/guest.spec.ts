import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { composer, messageLog, sendAndAwaitReply, sendMessage } from '../support/chat-actions.ts'
import { enterCode, expect, newEmail, test } from '../support/fixtures.ts'

/** Answers the question about the age. Neither answer is chosen before, and both take the same steps (A3). */
async function chooseAge(page: Page, answer: string): Promise<void> {
  for (const radio of await page.getByRole('radio').all()) await expect(radio).not.toBeChecked()
  await page.getByRole('radio', { name: answer }).check()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** Begins a chat as a visitor and says that they are an adult. */
async function becomeGuest(page: Page): Promise<void> {
  await page.goto('/card/ilse')
  await page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Are you 18 or older?' })).toBeVisible()
  await expect(page.getByText('You can send 3 messages before you need to sign in.')).toBeVisible()
  await chooseAge(page, 'I’m 18 or older')
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
}

test('a visitor exchanges three messages, signs in, and goes on in the same chat', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  journey.model.behave({ mode: 'normal', words: 60, delayMs: 15 })
  await becomeGuest(page)
  const chat = page.url()
  await expect(page.getByText('3 messages left before you need to sign in')).toBeVisible()
  await expectAccessible(page)
  await sendAndAwaitReply(page, 'Good evening', /everkin-test|./)
  await expect(page.getByText('2 messages left before you need to sign in')).toBeVisible()
  // R1: also a guest can report what they have received.
  const report = page.getByRole('dialog', { name: 'What’s wrong?' })
  // While the reply is written, the log scrolls under the pointer.
  await expect(messageLog(page).getByRole('button', { name: 'Report' })).toHaveCount(2)
  await messageLog(page).getByRole('button', { name: 'Report' }).last().click()
  await expect(report).toBeVisible()
  await report.getByRole('radio', { name: 'Something else' }).check()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent to the site’s operator.')).toBeVisible()
  // C1, C3: and gets help lines that cost nothing.
  await sendMessage(page, 'I want to end my life')
  await expect(messageLog(page).getByRole('heading', { name: 'You don’t have to go through this alone' })).toBeVisible()
  await expect(messageLog(page).locator('.help-line').first()).toBeVisible()
  await expect(page.getByText('2 messages left before you need to sign in')).toBeVisible()
  await sendAndAwaitReply(page, 'Where does this ferry go?', /everkin-test|./)
  await sendMessage(page, 'Then take me along')
  const keep = page.getByRole('heading', { name: 'Sign in to keep this conversation' })
  await expect(keep).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign in and continue' }).click()
  await enterCode(page, journey, newEmail())
  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  await profile.getByLabel('Nickname').fill('Mara')
  await profile.getByRole('radio', { name: '26–30' }).check()
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(profile).toBeHidden()
  await expect(page).toHaveURL(chat)
  await expect(messageLog(page).getByText('Then take me along', { exact: true })).toBeInViewport()
  for (const text of ['Good evening', 'Where does this ferry go?', 'Then take me along'])
    await expect(messageLog(page).getByText(text, { exact: true })).toBeVisible()
  await sendAndAwaitReply(page, 'Here I am', /everkin-test|./)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('guest')
  await page.goBack()
  await expect(page).toHaveURL(/\/card\/ilse$/)
})

test('what a guest has not sent is there after a sign-in in another tab', { tag: '@desktop' }, async ({
  page,
  context,
  journey,
}) => {
  await becomeGuest(page)
  await sendAndAwaitReply(page, 'Good evening', /everkin-test|./)
  const tab = await context.newPage()
  await tab.goto('/login')
  await tab.getByRole('link', { name: 'Continue with email' }).click()
  await enterCode(tab, journey, newEmail())
  const profile = tab.getByRole('dialog', { name: 'Your nickname and age' })
  await profile.getByLabel('Nickname').fill('Mara')
  await profile.getByRole('radio', { name: '26–30' }).check()
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(profile).toBeHidden()

  await expect(page.getByText('You’re signed out.')).toBeVisible()
  await sendMessage(page, 'Are you still there?')
  await expect(page.getByText('Waiting to send')).toBeVisible()
  await composer(page).fill('And another thing')
  await page.reload()
  await expect(messageLog(page).getByRole('article').filter({ hasText: 'Are you still there?' })).toHaveCount(1)
  await expect(messageLog(page).getByRole('article')).toHaveCount(5)
  await expect(composer(page)).toHaveValue('And another thing')
})

test('a visitor under 18 finds no chat, also later', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/chat?card_id=ilse')
  await expect(page.getByRole('heading', { name: 'Are you 18 or older?' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please choose your age.')).toBeVisible()
  await expectAccessible(page)
  await chooseAge(page, 'I’m under 18')
  await expect(page.getByRole('heading', { name: 'Everkin is for adults' })).toBeVisible()
  await page.goto('/chat?card_id=wren')
  await chooseAge(page, 'I’m 18 or older')
  await expect(page.getByRole('link', { name: 'See helplines' })).toBeVisible()
})

test('another browser cannot open the chat of a guest', { tag: '@desktop' }, async ({ page, browser, baseURL }) => {
  await becomeGuest(page)
  const stranger = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await stranger.newPage()
  await other.goto(page.url())
  await expect(other).toHaveURL(/\/login\?next=/)
  await stranger.close()
})
