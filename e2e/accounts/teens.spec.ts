import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import {
  test as base,
  enterCode,
  expect,
  type Journey,
  newEmail,
  signInByApi,
  withEverkin,
} from '../support/fixtures.ts'

const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => withEverkin(use, { settings: { AUDIENCE: 'adults_and_teens' } }),
    { scope: 'worker' },
  ],
})

/** A time zone in which it is this hour now, whenever the test runs. Its name counts hours to the west. */
function zoneAtHour(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Signs in and answers the questions about the age. */
async function signInUnder18(page: Page, journey: Journey, age: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await enterCode(page, journey, newEmail())
  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  await profile.getByLabel('Nickname').fill('Robin')
  await profile.getByRole('radio', { name: 'Under 18' }).check()
  const question = profile.getByRole('group', { name: 'How old are you?' })
  for (const radio of await question.getByRole('radio').all()) await expect(radio).not.toBeChecked()
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(profile.getByText('Please choose your age.')).toBeVisible()
  await question.getByRole('radio', { name: age }).check()
  await expectAccessible(page)
  await profile.getByRole('button', { name: 'Confirm' }).click()
}

const strip = (page: Page) => page.getByRole('main').getByText('Protected mode is on')

test.describe('in the daytime', () => {
  test.use({ timezoneId: zoneAtHour(12) })

  test('a teen has the protected mode (A1): a suitable card opens, and nothing is sold or given', {
    tag: '@phone',
  }, async ({ page, browser, journey }) => {
    await signInUnder18(page, journey, '16 or 17')
    await expect(strip(page)).toBeVisible()
    await page.goto('/')
    await expect(strip(page)).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('switch', { name: 'NSFW' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /check-in/i })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pricing' })).toHaveCount(0)

    // Suitable cards open and answer; one about romance is not there.
    await openChat(page, 'kenji')
    await sendAndAwaitReply(page, 'Tell me about the lamp.', /\w/)
    expect((await page.goto('/card/ilse'))?.status()).toBe(404)
    // Not even where an adult has just read the front page, which is kept for a while.
    const adult = await browser.newPage({ baseURL: journey.app.origin })
    await signInByApi(adult, journey)
    await adult.goto('/')
    await expect(adult.getByRole('main').getByText('Ilse Marlow').first()).toBeAttached()
    await page.goto('/')
    await expect(page.getByRole('main').getByText('Kenji Arata').first()).toBeAttached()
    await expect(page.getByText('Ilse Marlow')).toHaveCount(0)
    await adult.close()

    // What is refused to them is not offered.
    await openChat(page, 'kenji')
    await expect(page.getByRole('button', { name: 'Add pictures' })).toHaveCount(0)
    await page.goto('/createSingle')
    await expect(page.getByRole('button', { name: 'Another face' })).toBeVisible()
    await expect(page.getByText('Upload a picture')).toHaveCount(0)
    await page.goto('/safety')
    await expect(page.getByText('in a protected mode, for people under 18')).toBeVisible()
    await page.goto('/TermsofUse')
    await expect(page.getByText('in the protected mode, from the age of 13')).toBeVisible()

    for (const address of ['/AboutView', '/checkout']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'We don’t sell anything to people under 18' })).toBeVisible()
    }
  })

  test('an account of someone too young is deleted in kind words', { tag: '@phone' }, async ({ page, journey }) => {
    await signInUnder18(page, journey, 'Under 13')
    const goodbye = page.getByRole('alertdialog', { name: 'Your account has been deleted' })
    await expect(goodbye).toBeVisible()
    await goodbye.getByRole('button', { name: 'Find someone to talk to' }).click()
    await expect(page).toHaveURL(/\/safety$/)
    await expect(page.getByRole('link', { name: 'sign in' }).first()).toBeVisible()
  })
})

test.describe('at night', () => {
  test.use({ timezoneId: zoneAtHour(23) })

  test('chats rest, and the page says until when', { tag: '@phone' }, async ({ page, journey }) => {
    await signInUnder18(page, journey, '16 or 17')
    await expect(page.getByText(/They open again on .*7:00/)).toBeVisible()
  })
})
