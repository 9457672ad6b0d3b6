import { createBandedImage } from '../support/banded-image.ts'
import { composer, messages, newestMessage, openChat, storedMessages } from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const shot = (name: string) => (process.env.SHOTS ? `${process.env.SHOTS}-${name}.png` : null)

test('sends pictures with a message, says that the model cannot see them, and shows them after a reload', async ({
  page,
  journey,
  isMobile,
}) => {
  const size = isMobile ? 'phone' : 'desktop'
  journey.model.behave({ mode: 'scripted', script: ['A postcard, then.'] })
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  const file = (name: string, width: number, height: number) => ({
    name,
    mimeType: 'image/png',
    buffer: createBandedImage(width, height),
  })
  await page
    .locator('.composer input[type=file]')
    .setInputFiles([file('wide.png', 900, 600), file('tall.png', 600, 900)])
  const tray = page.getByRole('group', { name: 'Pictures to send' })
  await expect(tray.getByRole('img', { name: 'Your picture' })).toHaveCount(2)
  await expect(tray.getByText('This chat’s model can’t see pictures.', { exact: false })).toBeVisible()
  if (isMobile) await expect(tray.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expect(tray.getByRole('progressbar')).toHaveCount(0)
  const path = shot(`tray-${size}`)
  if (path) await page.screenshot({ path })

  // One of them without a word.
  await tray.getByRole('button', { name: 'Remove picture 2' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(newestMessage(page)).toContainText('A postcard, then.')
  await expect(tray).toBeHidden()
  const mine = messages(page).filter({ has: page.getByRole('button', { name: 'Show picture: Your picture' }) })
  await expect(mine).toHaveCount(1)
  // The words that stand for a picture do not ask for one of the character’s own.
  await expect(newestMessage(page).getByRole('button', { name: /^Show picture/ })).toHaveCount(0)
  await expect(mine).toContainText('The character can’t see this: no connected model supports pictures.')
  expect((await storedMessages(page)).findLast(({ role }) => role === 'user')?.text).toBe('')
  const prompt = JSON.stringify(journey.model.requests.at(-1)?.body.messages)
  expect(prompt).toContain('[A picture that cannot be seen here]')

  // It is the same after a reload.
  await page.reload()
  await expect(mine).toHaveCount(1)
  await mine.getByRole('button', { name: 'Show picture: Your picture' }).click()
  const shown = page.getByRole('dialog').getByRole('img', { name: 'Your picture' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeVisible()
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}-light-${size}.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(page.url().replace('/chat?', '/ar/chat?'))
    await expect(messages(page).last()).toBeVisible()
    await page.waitForTimeout(2_000)
    await page.locator('.composer input[type=file]').setInputFiles([file('wide.png', 900, 600)])
    await page.waitForTimeout(2_000)
    await page.screenshot({ path: `${process.env.SHOTS}-arabic-dark-${size}.png` })
  }
})
