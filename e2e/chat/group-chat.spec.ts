import type { Page } from '@playwright/test'
import {
  composer,
  messageLog,
  messages,
  newestMessage,
  sendMessage,
  stopButton,
  storedMessages,
} from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

/** Who has spoken since the person's last message, according to the server. */
async function speakersAtEnd(page: Page): Promise<(string | undefined)[]> {
  const stored = await storedMessages(page)
  const last = stored.findLastIndex((message) => message.role === 'user')
  return stored.slice(last + 1).map((message) => message.speaker?.name)
}

/**
 * Types a word with an input method: it is composed, an Enter meanwhile belongs to the method, then it is committed.
 */
async function composeWord(page: Page, word: string): Promise<void> {
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: word, selectionStart: word.length, selectionEnd: word.length })
  await expect(page.getByRole('listbox')).toBeVisible()
  const before = await composer(page).inputValue()
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  expect(await composer(page).inputValue()).toBe(before)
  await input.send('Input.insertText', { text: word })
}

test('a group chat: its page, its greeting, named members answer, mute, speak now, the end of a round', async ({
  page,
  journey,
  isMobile,
}) => {
  const { model } = journey
  await signInByApi(page, journey)
  await page.goto('/groups')
  await page.getByRole('link', { name: /Station Nine/ }).click()
  await expect(page.getByRole('heading', { name: 'How turns work' })).toBeVisible()
  await expect(page.getByText('If you don’t name anyone, everyone replies once')).toBeVisible()
  await page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }).click()

  // The greeting is shown like later messages: each speaker has a colour, the narrator has no bubble.
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(page.locator('.chat-label', { hasText: /^AI characters.+ and you$/ })).toBeVisible()
  const names = messageLog(page).locator('.message-name')
  await expect(names.first()).toBeVisible()
  const colours = await names.evaluateAll((all) =>
    all.map((name) => [name.textContent, getComputedStyle(name).color].join(' ')),
  )
  const speakers = await names.allTextContents()
  expect(new Set(speakers).size).toBeGreaterThan(1)
  expect(new Set(colours).size).toBe(new Set(speakers).size)
  await expect(messageLog(page).locator('.message-narrator').first()).toBeVisible()

  // Typing @ opens the list of members; the rest is written as usual.
  model.behave({ mode: 'scripted', script: ['Noon, ', 'to the second.'] })
  await composer(page).pressSequentially('@')
  await composeWord(page, 'br')
  const option = page.getByRole('option', { name: 'Brass' })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  if (isMobile) await option.tap()
  else await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('@Brass ')
  await composer(page).pressSequentially('what time is it?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(newestMessage(page)).toContainText('Noon, to the second.')
  await expect(newestMessage(page).locator('.message-name')).toHaveText('Brass')
  await expect(stopButton(page)).toHaveCount(0)
  expect(await speakersAtEnd(page)).toEqual(['Brass'])

  // A muted member does not speak unasked.
  await page.getByRole('button', { name: 'More options' }).first().click()
  await page.getByRole('menuitem', { name: 'Cast' }).click()
  const cast = page.getByRole('complementary', { name: 'Cast' })
  await cast.getByRole('button', { name: 'Mute Brass' }).click()
  await expect(cast.getByText('Speaks only when asked')).toBeVisible()
  await cast.getByRole('button', { name: 'Close' }).click()
  await sendMessage(page, 'And the rest of you?')
  await expect.poll(() => speakersAtEnd(page)).toEqual(['Yuki Tanabe', 'Thistle'])
  await expect(stopButton(page)).toHaveCount(0)

  const next = page.getByRole('group', { name: 'Who speaks next' })
  await next.getByRole('button', { name: 'Ask Brass to speak now' }).click()
  await expect(newestMessage(page).locator('.message-name')).toHaveText('Brass')
  await expect(stopButton(page)).toHaveCount(0)
  expect(await speakersAtEnd(page)).toEqual(['Yuki Tanabe', 'Thistle', 'Brass'])

  // Stop ends the whole round, not only the current speaker.
  model.behave({ mode: 'normal', words: 400, delayMs: 25 })
  await sendMessage(page, 'Tell me everything')
  await expect(newestMessage(page)).toContainText('The lamp is lit')
  await stopButton(page).last().click()
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  model.behave({ mode: 'scripted', script: ['The train calls there.'] })
  await composer(page).fill('Where, then?')
  await next.getByRole('button', { name: 'Thistle' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(newestMessage(page)).toContainText('The train calls there.')
  expect(await speakersAtEnd(page)).toEqual(['Thistle'])
  const stored = await storedMessages(page)
  expect(stored.slice(-4).map(({ role, status }) => `${role} ${status}`)).toEqual([
    'user complete',
    'character stopped',
    'user complete',
    'character complete',
  ])
  // A round costs one message, however many members speak.
  await expect(page.getByText('15 messages left')).toBeVisible()
  await expect(messages(page).last()).toContainText('The train calls there.')
})
