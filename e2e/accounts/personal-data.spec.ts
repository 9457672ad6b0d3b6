import { readFileSync } from 'node:fs'
import { readZipTexts } from '@everkin/testing/read-zip.ts'
import { createBandedImage } from '../support/banded-image.ts'
import { openChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import { enterCode, expect, signInByApi, test } from '../support/fixtures.ts'

// The tracer fetches a page's images again from its cache, which our policy correctly forbids.
test.use({ trace: 'off' })

test('an avatar, a data export, and a deleted account', { tag: '@desktop' }, async ({ page, journey }) => {
  const email = await signInByApi(page, journey)
  await openChat(page, 'ilse')
  journey.model.behave({ mode: 'scripted', script: ['It hangs ', 'right here.'] })
  await sendAndAwaitReply(page, 'canary words for the copy', 'It hangs right here.')

  await page.goto('/set#account')
  await page.getByRole('button', { name: /Your picture/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  const file = dialog.getByLabel('Choose a picture')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(dialog.getByRole('alert')).toHaveText('We can’t open that picture. Try a PNG, JPEG, WebP or GIF.')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: createBandedImage(60, 20) })
  const place = dialog.getByLabel('Move left or right')
  await place.focus()
  await page.keyboard.press('End')
  await expect(place).toHaveValue('100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  const mark = page.locator('.set-row .person img')
  await expect(mark).toHaveAttribute('src', /^\/media\/[\w-]{43}\/96\.webp$/)
  const address = (await mark.getAttribute('src')) ?? ''
  expect((await page.request.get(address)).headers()['content-type']).toBe('image/webp')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^everkin-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText(/^Export saved: /)).toBeVisible()
  const files = readZipTexts(readFileSync(await download.path()))
  expect(files['profile.json']).toContain(email)
  expect(Object.keys(files).some((name) => /^pictures\/.*\.webp$/.test(name))).toBe(true)
  const chats = Object.entries(files).filter(([name]) => name.startsWith('chats/'))
  expect(chats).toHaveLength(2)
  for (const [, text] of chats) expect(text).toContain('canary words for the copy')
  expect(files['README.txt']).toContain('chats/')

  await page
    .getByRole('button', { name: /delete account/i })
    .filter({ visible: true })
    .last()
    .click()
  const question = page.getByRole('alertdialog', { name: 'Confirm deletion' })
  await expect(question.getByText('Are you sure you want to delete the account？')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Account deleted successfully')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)

  await page.goto('/login/emailLogin')
  await enterCode(page, journey, email, 1)
  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  await expect(profile.getByLabel('Nickname')).toHaveValue('')
  await profile.getByLabel('Nickname').fill('Someone new')
  await profile.getByRole('radio', { name: 'Over 30' }).check()
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await page.goto('/chathistory')
  await expect(page.getByRole('link', { name: /Ilse Marlow/ })).toHaveCount(0)
})
