import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const dayAt = (page: Page, place: 'today' | 'lit') => page.locator(`.checkin-${place}`)

test('checks in from the header, gets the reward once on two devices, and finds it in the ledger', {
  tag: '@phone',
}, async ({ page, anotherDevice, journey }) => {
  await signInByApi(page, journey)
  const second = await anotherDevice()
  await Promise.all([page.goto('/'), second.goto('/')])
  const gift = page.getByRole('button', { name: 'Daily check-in, available now' })
  await gift.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your week on Everkin' })
  await expect(dialog.getByRole('listitem')).toHaveCount(7)
  await expect(dayAt(page, 'today')).toContainText('Today: 5 messages')
  await expect(dialog.getByText('Today’s reward: 5 messages')).toBeVisible()
  await expect(dialog.getByText('Members get coins as well.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(gift).toBeFocused()

  // Opened on the other device before the reward was taken.
  await second.getByRole('button', { name: 'Daily check-in, available now' }).click()
  const late = second.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true })
  await expect(late).toBeEnabled()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(page.getByRole('status').getByText('Check-in successful')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Daily check-in', exact: true }).click()
  await expect(dialog.getByText("You've successfully checked in today!")).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Checked in Today' })).toBeDisabled()
  await expect(dayAt(page, 'lit')).toContainText('Today, checked in')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await late.click()
  await expect(second.getByText('That’s already done.')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Checked in Today' })).toBeDisabled()

  await page.goto('/me')
  await page.locator('#ledger summary').click()
  const movements = page.locator('.me-ledger li')
  await expect(movements).toHaveText([/Check-in.*\+5.*Balance: 25 messages/, /New account.*\+20/])
  await expect(page.locator('.me-held').first()).toHaveText('25 messages left')
  const shown = page.getByRole('navigation', { name: 'Filter' })
  await shown.getByRole('link', { name: 'Coins' }).click()
  await expect(page).toHaveURL(/\/me\?asset=coin#ledger$/)
  await expect(page.getByText('No activity yet.')).toBeVisible()
  await shown.getByRole('link', { name: 'Messages' }).click()
  await expect(movements).toHaveCount(2)
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Daily check-in' }).click()
  await expect(dialog.getByRole('button', { name: 'Checked in Today' })).toBeVisible()
})

test('leads from a ledger entry to its chat, hides the gift after a crisis message, and is in Arabic', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const chat = (await callApi(page, 'POST /api/chat/start', { card_id: 'ilse' })) as { id: string }
  await page.goto('/ar')
  await expect(page.locator('.gift')).toBeVisible()
  await page.locator('.gift').click()
  const dialog = page.getByRole('dialog', { name: 'أسبوعك في' })
  await expect(dayAt(page, 'today')).toContainText('اليوم: ٥ رسائل')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'تسجيل الحضور', exact: true }).click()
  await expect(page.getByText('تم تسجيل الحضور بنجاح')).toBeVisible()

  await page.goto(`/chat?chat_id=${chat.id}`)
  await page.getByRole('textbox').last().fill('Hello there')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('24 messages left')).toBeVisible()
  await page.goto('/me')
  await page.locator('#ledger summary').click()
  await page.getByRole('link', { name: 'Message sent' }).click()
  await expect(page).toHaveURL(new RegExp(`/chat\\?chat_id=${chat.id}$`))

  await page.getByRole('textbox').last().fill('I want to end my life')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  // Within the document that was rendered before the crisis.
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
  await expect(page.locator('.gift')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Daily check-in' })).toHaveCount(0)
})
