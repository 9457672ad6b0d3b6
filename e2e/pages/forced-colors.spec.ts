import { expect, signInByApi, test } from '../support/fixtures.ts'

test('what is chosen is marked where the system chooses the colours', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInByApi(page, journey)
  await page.goto('/')
  // The styles of a page may come after these. Then they must not win.
  await page.evaluate("document.head.prepend(document.querySelector('link[href*=forced-colors]'))")
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const expectMark = (selector: string) =>
    expect(page.locator(selector).first()).not.toHaveCSS('background-color', canvas)
  await expectMark('.segments [aria-current]')
  await expectMark('.chip[aria-current="true"]')
  await expectMark('.rail .tab[aria-current]')
  await page.goto('/set')
  await expectMark('.set-segments :checked + *')
  await page.getByRole('switch', { checked: false }).last().click()
  await expectMark('.switch[aria-checked="true"] i')
})

test('the styles for forced colours are loaded nowhere else', { tag: '@desktop' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(requests.filter((url) => url.includes('forced-colors'))).toEqual([])
})
