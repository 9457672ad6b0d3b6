import { expect, signIn, test } from './journey.ts'

test('signs in by a code from the mail, and out again', async ({ page, journey }) => {
  await signIn(page, journey)
  await expect(page).toHaveURL(/\/$/)
  await page.screenshot({ path: `test-results/home-${test.info().project.name}.png` })
})
