import { expectAccessible } from '../support/axe.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

test('the privacy policy in two languages: the contents link to sections, and the choice about visits can be changed', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/PrivacyPolicy')
  await expect(page).toHaveTitle(/^Privacy Policy/)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents).toHaveCount(1)
  await contents.getByRole('link', { name: 'What you can do' }).click()
  await expect(page).toHaveURL(/\/PrivacyPolicy#rights$/)
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeInViewport()
  const ids = await page.locator('article section').evaluateAll((sections) => sections.map(({ id }) => id))
  const visits = page.locator('#cookies').getByRole('switch')
  await expect(visits).toHaveAttribute('aria-checked', 'false')
  await visits.click()
  await expect(visits).toHaveAttribute('aria-checked', 'true')
  await visits.click()
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('visit')

  await page.goto('/ar/PrivacyPolicy#rights')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1, name: 'سياسة الخصوصية' })).toBeAttached()
  await expect(page.locator('#rights')).toBeInViewport()
  expect(await page.locator('article section').evaluateAll((sections) => sections.map(({ id }) => id))).toEqual(ids)
  await expectAccessible(page)
})

test('on a phone the contents are collapsed, nothing is wider than the screen, and pages under former product names name them', {
  tag: '@phone',
}, async ({ page }) => {
  for (const [address, canonical] of [
    ['/linkverse-terms', '/TermsofUse'],
    ['/de/soulcardprivacy', '/de/PrivacyPolicy'],
  ]) {
    await page.goto(`${address}`)
    await expect(page.getByText(address?.includes('linkverse') ? 'Linkverse' : 'SoulCard').first()).toBeVisible()
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${canonical}$`))
    await page.locator('summary').click()
    await page.locator('details').getByRole('link').nth(1).click()
    await expect(page.locator('#who')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})

test('the safety page shows the help lines of the chosen country', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/safety')
  // The browser's time zone is in Germany: its help lines come first without a choice.
  await expect(page.getByText('TelefonSeelsorge').first()).toBeVisible()
  await page.getByLabel('Country').selectOption({ label: 'United Kingdom' })
  await expect(page).toHaveURL(/\/safety\?country=GB$/)
  await expect(page.getByText('Samaritans').first()).toBeVisible()
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await expect(page).toHaveURL(/\/safety\?country=DE$/)
  await expect(page.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112')
  await expect(page.getByText('TelefonSeelsorge').first()).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('DE')
  await page.goto('/safety?country=%3Cscript%3E')
  await expect(page.getByRole('heading', { name: 'If you need someone now' })).toBeVisible()
})

test('someone under 18 can read the legal texts and the safety page', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey, { ageScope: 1 })
  for (const address of ['/PrivacyPolicy', '/TermsofUse', '/soulcardtos', '/safety']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Everkin is for adults' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
  }
})
