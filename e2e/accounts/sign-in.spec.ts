import { enterCode, expect, newEmail, signIn, test } from '../support/fixtures.ts'

test('signs in with a code from the mail, and out again', async ({ page, journey }) => {
  await signIn(page, journey)
  await expect(page).toHaveURL(/\/$/)
  await page.screenshot({ path: `test-results/home-${test.info().project.name}.png` })
})

/** A text key that is shown on the page instead of its text. */
const RAW_KEY = /\b[a-z]+(\.[a-zA-Z]+){2,}\b/

test('shows texts, not their keys, in the first dialog after signing in', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'sign in' }).click()
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await enterCode(page, journey, newEmail())
  await expect(page.getByRole('dialog').getByLabel('Nickname')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('body')).not.toContainText(RAW_KEY)
})

test('says in the field that an address takes no mail, and goes on with another', async ({ page, journey }) => {
  const [gone, right] = [newEmail(), newEmail()]
  journey.mailbox.remove(gone)
  await page.goto('/')
  await page.getByRole('link', { name: 'sign in' }).click()
  await page.getByRole('link', { name: 'Continue with email' }).click()
  const field = page.getByLabel('Email', { exact: true })
  await field.fill(gone)
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/This address isn’t accepting our email\. Check it for typos/)
  await expect(field).toHaveValue(gone)
  await page.screenshot({ path: `test-results/address-rejected-${test.info().project.name}.png` })
  await enterCode(page, journey, right)
  await expect(page.getByRole('dialog').getByLabel('Nickname')).toBeVisible()
})
