import { ADMIN_EMAIL, callApi, expect, signInByApi, test } from '../support/fixtures.ts'

test('an operator finds a person, suspends them, and lifts it again; the person sees why in between', {
  tag: '@desktop',
}, async ({ page, journey, browser, contextOptions, baseURL }) => {
  const context = await browser.newContext({ ...contextOptions, baseURL })
  const reader = await context.newPage()
  const nickname = `Odo ${Date.now()}`
  const email = await signInByApi(reader, journey, { nickname })
  await reader.goto('/me')
  await expect(reader).toHaveURL(/\/me$/)

  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await page.goto('/admin/people')
  await page.getByLabel('Nickname, ID or full email address').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: nickname }).click()
  await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
  expect(page.url()).not.toContain('example.org')
  await expect(page.getByText(email)).toBeVisible()

  const suspension = page.locator('form').filter({ has: page.getByRole('button', { name: 'Suspend' }) })
  await suspension.getByLabel('Reason').selectOption({ label: 'Harassment or threats' })
  await suspension.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('button', { name: 'Lift suspension' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Account suspended' })).toContainText('Harassment or threats')

  await reader.goto('/chathistory')
  await expect(reader).toHaveURL(/\/login/)
  await signInByApi(reader, journey, { nickname, email, ageScope: null })
  await reader.goto('/')
  await expect(reader).toHaveURL(/\/suspended$/)
  await expect(reader.getByRole('heading', { level: 1, name: 'Your account is suspended' })).toBeVisible()
  await expect(reader.getByText('Harassment or threats')).toBeVisible()
  await expect(callApi(reader, 'GET /api/chat/list')).rejects.toThrow('1002')
  const download = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^everkin-.*\.zip$/)

  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await reader.goto('/chathistory')
  await expect(reader).toHaveURL(/\/chathistory$/)
  await context.close()
})

test('an operator grants coins, signs out, and gives a role, which opens the desk', { tag: '@desktop' }, async ({
  page,
  journey,
  browser,
  contextOptions,
  baseURL,
}) => {
  const context = await browser.newContext({ ...contextOptions, baseURL })
  const helper = await context.newPage()
  const nickname = `Ada ${Date.now()}`
  await signInByApi(helper, journey, { nickname })
  const { id } = (await callApi(helper, 'GET /api/user/info')) as { id: string } // as in the contract
  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await page.goto(`/admin/person?id=${id}`)

  const grant = page.locator('form').filter({ has: page.getByRole('button', { name: 'Grant', exact: true }) })
  await grant.getByLabel('Amount').fill('20000')
  await grant.getByLabel('Reason').selectOption({ label: 'Outage' })
  await grant.getByRole('button', { name: 'Grant' }).click()
  await expect(grant.getByRole('alert')).toContainText('10,000')
  await grant.getByLabel('Amount').fill('75')
  await grant.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByText('75 coins').first()).toBeVisible()
  await expect(page.getByText('Added by the site’s operator')).toBeVisible()

  await page.getByLabel('Role').selectOption({ label: 'Support' })
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Role assigned' })).toBeVisible()
  await helper.goto('/admin/people')
  await expect(helper.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(helper.getByRole('link', { name: 'Models' })).toHaveCount(0)
  const refused = await helper.goto('/admin/models')
  expect(refused?.status()).toBe(403)

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Signed out everywhere' })).toBeVisible()
  await helper.goto('/admin/people')
  await expect(helper).toHaveURL(/\/login/)
  await context.close()
})
