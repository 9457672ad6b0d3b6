import { expectAccessible } from '../support/axe.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

test('the price page shows what chatting costs, what is left, and answers questions', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await page.goto('/AboutView')
  await expect(page.getByText('20 messages').first()).toBeVisible()
  await expect(page.getByText('Balance:')).toHaveCount(0)
  const answer = page.getByText('When a reply fails, comes back empty')
  await expect(answer).toBeHidden()
  await page.getByText('When do I get a message back?').click()
  await expect(answer).toBeVisible()

  await signInByApi(page, journey)
  await page.goto('/orders')
  await expect(page.getByText('You haven’t bought anything yet')).toBeVisible()
  await page.getByRole('link', { name: 'Membership and coins' }).click()
  await expect(page.getByText('Balance: 20 messages')).toBeVisible()
})

test('templates can be browsed, opened and copied; an unknown one is our own 404 page', { tag: '@phone' }, async ({
  page,
  context,
  journey,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByApi(page, journey)
  await page.goto('/AiGeneratedImage')
  await expect(page.getByRole('radio', { name: 'Woodcut' })).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start from a template' }).click()
  // The page before shows ideas with the same names.
  await expect(page).toHaveURL(/templatedateils/)
  await page.getByRole('link', { name: /The library cat/ }).click()
  await expect(page).toHaveTitle('The library cat · Everkin')
  await page.getByRole('button', { name: 'Copy prompt' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('a dignified black cat')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Picture templates' }).click()
  await expect(page.getByRole('link', { name: /Lamplight|Woodcut|Oil|Watercolour|Cut|Pen|Travel|pencil/ })).toHaveCount(
    14,
  )
  expect((await page.goto('/ar/templatedateils?id=nobody'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
