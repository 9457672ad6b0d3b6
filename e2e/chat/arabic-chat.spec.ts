import { composer, messages, newestMessage, openChat, sendMessage, stopButton } from '../support/chat-actions.ts'
import { expect, newEmail, test } from '../support/fixtures.ts'

test('signs in and chats in Arabic: right to left, Arabic digits, both directions in one message', async ({
  page,
  journey,
}) => {
  await page.goto('/ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/ar/login')
  await page.getByRole('link', { name: 'المتابعة بالبريد الإلكتروني' }).click()
  const email = newEmail()
  await page.getByPlaceholder('عنوان بريدك الإلكتروني').fill(email)
  await page.getByRole('button', { name: 'إرسال الرمز' }).click()
  const code = await journey.mailbox.codeFor(email)
  await page.getByLabel('رمز التحقق').fill(code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit))
  const profile = page.getByRole('dialog')
  await profile.getByLabel('الاسم المستعار').fill('Mara مارا')
  await profile.getByRole('radio', { name: 'من ٢٦ إلى ٣٠' }).check()
  await profile.getByRole('button', { name: 'تأكيد' }).click()
  await expect(page).toHaveURL(/\/ar$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara مارا')

  await openChat(page, 'ilse', '/ar')
  await expect(messages(page).first()).toContainText('تضع الفانوس بينكما')
  await expect(page.getByText('تبقّت ٢٠ رسالة')).toBeVisible()
  journey.model.behave({ mode: 'scripted', script: ['نعم، ', 'the ferry leaves ', 'at 10:30.'] })
  await sendMessage(page, 'مرحبًا، my name is Ana, 123.')
  await expect(newestMessage(page)).toContainText('at 10:30.')
  await expect(stopButton(page)).toHaveCount(0)
  const words = messages(page).locator('.words')
  await expect(words.nth(1)).toHaveCSS('direction', 'rtl')
  await expect(newestMessage(page).locator('.words')).toHaveCSS('direction', 'rtl')
  journey.model.behave({ mode: 'scripted', script: ['In English this time.'] })
  await newestMessage(page).getByRole('button', { name: 'صيغة أخرى' }).click()
  await expect(newestMessage(page)).toContainText('In English this time.')
  await expect(newestMessage(page).locator('.words')).toHaveCSS('direction', 'ltr')
  await expect(newestMessage(page).getByText('٢ من ٢')).toBeVisible()

  // The person's messages are at the end edge, which is the left one; the arrow that points back is the right one.
  const log = await page.getByRole('log').boundingBox()
  const mine = await messages(page).nth(1).locator('.bubble').boundingBox()
  const theirs = await messages(page).nth(2).locator('.bubble').boundingBox()
  const middle = (log?.x ?? 0) + (log?.width ?? 0) / 2
  expect((mine?.x ?? 0) + (mine?.width ?? 0) / 2).toBeLessThan(middle)
  expect((theirs?.x ?? 0) + (theirs?.width ?? 0) / 2).toBeGreaterThan(middle)
  await newestMessage(page).getByRole('button', { name: 'الصيغة السابقة' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(newestMessage(page).getByText('١ من ٢')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(newestMessage(page).getByText('٢ من ٢')).toBeVisible()

  await composer(page).fill('English first')
  await expect(composer(page)).toHaveCSS('direction', 'ltr')
  await composer(page).fill('بالعربية أولًا')
  await expect(composer(page)).toHaveCSS('direction', 'rtl')
  await page.screenshot({ path: `test-results/arabic-${test.info().project.name}.png` })
})
