import { readFile } from 'node:fs/promises'
import { ADMIN_EMAIL, callApi, expect, newEmail, signInByApi, test } from '../support/fixtures.ts'

test('what operators do is in the audit log, which can be checked, filtered and downloaded', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  const nickname = `Ines ${Date.now()}`
  const email = newEmail()
  await signInByApi(page, journey, { nickname, email })
  const { id } = (await callApi(page, 'GET /api/user/info')) as { id: string } // as in the contract
  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await callApi(page, 'POST /api/desk/suspend', { person_id: id, reason: 'spam' })

  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/^No tampering found up to entry/)).toBeVisible()
  await page.getByLabel('Action').selectOption({ label: 'Account suspended' })
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/action=person\.suspended/)
  const row = page.getByRole('row').filter({ hasText: nickname })
  await expect(row).toContainText('Spam')
  await expect(page.getByRole('cell', { name: 'Account viewed' })).toHaveCount(0)

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('seq,at,actor')
  expect(lines[1]).toContain('person.suspended')
  expect(lines.join()).not.toContain(nickname)

  await page.goto('/admin/figures')
  await expect(page.getByRole('table', { name: 'Suspensions, by reason' })).toContainText('Spam')
})

test('the desk is used by keyboard: g and a letter, / for the search, ? for the list', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  // The page may be visible before its script listens.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(list).toContainText('Audit log', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByLabel('Nickname, ID or full email address')
  await expect(search).toBeFocused()
  await page.keyboard.type('ga')
  await expect(search).toHaveValue('ga')
  await expect(page).toHaveURL(/\/admin\/people$/)
})
