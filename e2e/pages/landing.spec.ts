import type { Page } from '@playwright/test'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const notice = (page: Page) => page.getByRole('region', { name: 'Visit statistics' })
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)

/** Every request that would count a visit, as the browser sends it. */
function countedVisits(page: Page): { url: URL; body: Record<string, unknown> }[] {
  const calls: { url: URL; body: Record<string, unknown> }[] = []
  page.on('request', (request) => {
    if (!request.url().includes('saveWebVisit')) return
    calls.push({ url: new URL(request.url()), body: request.postDataJSON() as Record<string, unknown> }) // our own call
  })
  return calls
}

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
}

test('every campaign page shows its hero, fits the screen, and leads on', async ({ page }) => {
  for (const [path, heading, way, target] of [
    ['/landPage', 'Someone interesting just looked up', 'Find someone to talk to', /\/$/],
    ['/dopaming', 'Someone interesting is still up', 'Meet the characters', /\/$/],
    ['/IosLanding', 'Keep Everkin on your home screen', 'Add Everkin in three steps', /\/getIOSAPP$/],
    ['/dopamingsv2', /You’re late\. The tide isn’t/, 'Answer Ilse Marlow', /\/chat\?card_id=ilse$/],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText('Everyone here is an AI character')).toBeVisible()
    await expectToFit(page)
    await page.getByRole('link', { name: way }).click()
    await expect(page).toHaveURL(target)
  }
  await page.goto('/dopamingsv2')
  await page.getByRole('listitem').filter({ hasText: 'Wren Okafor' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wren Okafor' })).toBeVisible()
})

test('the Arabic campaign page is mirrored, with its own texts', async ({ page, isMobile }) => {
  await page.goto('/ar/dopamingsv2')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('تأخّر الوقت')
  await expectToFit(page)
  const brand = await page.locator('.brand').boundingBox()
  expect(brand?.x ?? 0).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2)
  if (isMobile) return
  const words = await page.getByRole('heading', { level: 1 }).boundingBox()
  const portrait = await page.locator('.landing-one > img').boundingBox()
  expect(words?.x ?? 0).toBeGreaterThan(portrait?.x ?? 0)
})

test('declining sends nothing, sets no cookie and is remembered', { tag: '@desktop' }, async ({ page }) => {
  const calls = countedVisits(page)
  await page.goto('/landPage?utm_source=paper')
  await expect(notice(page)).toBeVisible()
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  const legal = await page.getByRole('link', { name: 'Privacy Policy' }).boundingBox()
  const asked = await notice(page).boundingBox()
  expect((legal?.y ?? 0) + (legal?.height ?? 0)).toBeLessThanOrEqual(asked?.y ?? 0)
  await notice(page).getByRole('button', { name: 'Don’t allow' }).click()
  await expect(notice(page)).toBeHidden()
  await page.goto('/dopaming?utm_source=paper')
  await expect(page.getByRole('switch', { name: 'Allow visit statistics' })).toBeEnabled()
  await expect(notice(page)).toBeHidden()
  expect(calls).toEqual([])
  expect(await cookieNames(page)).not.toContain('visit')
})

test('accepting counts the campaign, is linked to the account, and can be withdrawn', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  const calls = countedVisits(page)
  await page.goto('/dopaming?utm_source=paper&utm_campaign=autumn')
  await expect(notice(page)).toBeVisible()
  await page.getByRole('link', { name: 'Meet the characters' }).click()
  await page.goto('/invitation')
  await expect(notice(page)).toBeVisible()
  // By keyboard: the notice comes right after the header.
  await page.getByRole('link', { name: 'Sign in' }).first().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(notice(page).getByRole('button', { name: 'Allow', exact: true })).toBeFocused()
  const [reply] = await Promise.all([page.waitForResponse(/saveWebVisit/), page.keyboard.press('Enter')])
  expect(await reply.json()).toMatchObject({ code: 1, data: {} })
  await expect(notice(page)).toBeHidden()
  expect(calls).toHaveLength(1)
  expect(Object.fromEntries(calls[0]!.url.searchParams)).toEqual({ utm_source: 'paper', utm_campaign: 'autumn' })
  expect(calls[0]!.body).toMatchObject({ page: '/dopaming', consent: true })
  const kept = (await page.context().cookies()).find(({ name }) => name === 'visit')
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

  // The account takes over the visit; the server's tests show what it led to.
  await signInByApi(page, journey)
  expect(await cookieNames(page)).not.toContain('visit')
  await page.goto('/landPage')
  const choice = page.getByRole('switch', { name: 'Allow visit statistics' })
  await expect(choice).toBeChecked()
  await Promise.all([page.waitForResponse(/saveWebVisit/), choice.click()])
  await expect(choice).not.toBeChecked()
  expect(calls.at(-1)?.body).toMatchObject({ consent: false })
})

test('Explore asks only visitors who come by a campaign link', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(notice(page)).toBeHidden()
  await page.goto('/?ref=friend')
  await expect(notice(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an invitation is explained, with and without a code, and sign-in is offered', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/invitation')
  await expect(page.getByRole('heading', { level: 1, name: 'Someone to talk to, sent by a friend' })).toBeVisible()
  await expect(page.getByText('To send one, open a character’s page')).toBeVisible()
  await expectToFit(page)
  await page.goto('/invitation?code=ABC123')
  await expect(page.getByText('This invitation link isn’t valid.')).toBeVisible()
  await expect(page.getByText('ABC123')).toHaveCount(0)
  await page.getByRole('link', { name: 'Look around' }).click()
  await expect(page).toHaveURL(/\/$/)
})
