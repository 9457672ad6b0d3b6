import { expectAccessible } from '../support/axe.ts'
import { openChat, sendMessage } from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

test('A6: who writes that they are under 18 is asked for a check, and finds help meanwhile', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'kenji')
  await sendMessage(page, "By the way, I'm 15.")
  await expect(page.getByText('This isn’t available to people under 18.').first()).toBeVisible()
  await page.goto('/')
  const question = page.getByRole('heading', { name: 'Are you 18 or older?' })
  await expect(question).toBeVisible()
  await expect(page.getByText('Something you wrote suggests that you’re under 18')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/createSingle')
  await expect(question).toBeVisible()
  // On one's own machine nobody else could decide.
  await page.getByRole('button', { name: 'I’m 18 or older' }).click()
  await expect(question).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('main').getByText('Kenji Arata').first()).toBeAttached()
})
