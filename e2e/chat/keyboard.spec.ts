import type { Locator, Page } from '@playwright/test'
import { composer, messages, newestMessage, openChat, sendMessage, stopButton } from '../support/chat-actions.ts'
import { expect, newEmail, signInByApi, test } from '../support/fixtures.ts'

/** Presses Tab until the control has the focus, like a person without a pointer. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if ((await control.and(page.locator(':focus')).count()) > 0) return
  }
  throw new Error(`Tab never reached ${control}`)
}

const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.tagName')

test('from the home page to a sent message, a stopped reply and a report by keyboard alone', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  test.slow()
  journey.model.behave({ mode: 'normal', words: 400, delayMs: 25 })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await focused(page)).toBe('main')
  await tabTo(page, page.locator('.grid').getByRole('link', { name: /Ilse Marlow/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/card\/ilse$/)
  await expect.poll(() => focused(page)).toBe('main')
  await tabTo(page, page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'I have an account' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?next=/)
  await tabTo(page, page.getByRole('link', { name: 'Continue with email' }))
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('enter your email address')).toBeFocused()
  const email = newEmail()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await page.keyboard.type(await journey.mailbox.codeFor(email))

  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  await expect(profile.getByLabel('Nickname')).toBeFocused()
  await page.keyboard.type('Mara')
  await tabTo(page, profile.getByRole('radio', { name: 'Under 18' }))
  await page.keyboard.press('ArrowDown')
  await expect(profile.getByRole('radio', { name: '18–25' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(profile).toBeHidden()
  await page.goto('/chat?card_id=ilse')

  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await tabTo(page, composer(page))
  await page.keyboard.type('Good evening')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Is this seat taken?')
  await expect(composer(page)).toHaveValue('Good evening\nIs this seat taken?')
  await page.keyboard.press('Enter')
  await expect(messages(page).nth(1)).toContainText('Is this seat taken?')
  await expect(newestMessage(page)).toContainText('The lamp is lit')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  await expect(stopButton(page)).toHaveCount(0)

  await page.keyboard.press('Shift+Tab')
  const options = newestMessage(page).getByRole('button', { name: 'More options' })
  await expect(options).toBeFocused()
  await page.keyboard.press('Enter')
  const action = (name: string) => newestMessage(page).getByRole('menuitem', { name })
  await expect(action('Try another model')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(action('Delete from here')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(action('Delete from here')).toBeHidden()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(action('Try another model')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(action('Report')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What’s wrong?' })
  await expect(dialog).toBeVisible()
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate('!document.activeElement.closest("main") || !!document.activeElement.closest("dialog")'),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(options).toBeFocused()
})

test('the focus stays near what is removed, disabled or left', { tag: '@desktop' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const press = async (control: Locator) => {
    await control.focus()
    await page.keyboard.press('Enter')
  }

  // Back from a card: on its link.
  await page.goto('/groups')
  const card = page.locator('main a[href^="/group/"]').last()
  const address = (await card.getAttribute('href')) ?? ''
  await press(card)
  await expect(page).toHaveURL(address)
  await page.goBack()
  await expect(page.locator(`a[href="${address}"]`)).toBeFocused()

  // The button that stopped a reply, in the composer and below the reply.
  journey.model.behave({ mode: 'normal', words: 400, delayMs: 25 })
  await openChat(page, 'ilse')
  await sendMessage(page, 'Good evening')
  await press(page.locator('.composer').getByRole('button', { name: 'Stop' }))
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused()
  await sendMessage(page, 'And now?')
  await press(newestMessage(page).getByRole('button', { name: 'Stop' }))
  await expect(newestMessage(page).getByRole('group')).toBeFocused()

  // A deleted chat: on the list.
  await page.goto('/chathistory')
  await press(page.locator('.chat-row').getByRole('button'))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete chat' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-chat]')).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)

  // A member of a group that is moved to the end.
  await page.goto('/createGroups')
  await press(page.getByRole('button', { name: /^Two who disagree/ }))
  const down = page.getByRole('button', { name: /^Move .* down$/ }).first()
  const name = (await down.getAttribute('aria-label')) ?? ''
  await press(down)
  await expect(page.locator('.editor-member').last().getByRole('button', { name })).toBeFocused()
})
