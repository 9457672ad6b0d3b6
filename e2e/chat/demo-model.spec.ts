import {
  composer,
  messageLog,
  messages,
  newestMessage,
  openChat,
  sendMessage,
  stopButton,
} from '../support/chat-actions.ts'
import { test as base, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

/** An Everkin as `npm start` runs it on one's own machine, without a language model. */
const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) =>
      withEverkin(use, { settings: { MODEL_BASE_URL: '', MODEL_NAME: '', MESSAGE_PRICE: '' }, isFirstStart: true }),
    { scope: 'worker' },
  ],
})

test('is free, says what it is when asked, and never quotes a crisis message', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  const hear = async (words: string, count: number) => {
    await sendMessage(page, words)
    await expect(messages(page)).toHaveCount(count)
    await expect(stopButton(page)).toHaveCount(0)
  }
  await hear('Hello there', 3)
  await expect(page.getByText(/messages? left/)).toHaveCount(0)

  const mark = newestMessage(page).getByRole('button', { name: 'Demo reply' })
  const hint = newestMessage(page).getByRole('note')
  await mark.tap()
  await expect(hint).toContainText('written by the built-in demo, not a language model')
  await expect(hint).toContainText('Connect a language model')
  await expect(hint).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()
  await expect(mark).toBeFocused()
  await mark.press('Enter')
  await expect(hint).toBeVisible()
  await page.keyboard.press('Escape')

  const crisis = 'I want to kill myself'
  await sendMessage(page, crisis)
  await expect(messageLog(page).getByRole('alert')).toBeVisible()
  await expect(page.getByText('No messages were used.')).toHaveCount(0)
  const lines = ['What is 12 times 12?', 'It rained on the harbour all night', 'We never learnt to read music', 'Go on']
  for (const [at, line] of lines.entries()) {
    await hear(line, 6 + at * 2)
    await expect(newestMessage(page)).not.toContainText(crisis)
  }
  await expect(composer(page)).toBeEnabled()
})

test('shows no crisis message in the chat list', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'june')
  await sendMessage(page, 'I want to kill myself')
  await expect(messageLog(page).getByRole('alert')).toBeVisible()
  await page.goto('/chathistory')
  await expect(page.locator('[data-chat]')).toHaveCount(1)
  await expect(page.locator('[data-chat]')).not.toContainText('kill')
})
