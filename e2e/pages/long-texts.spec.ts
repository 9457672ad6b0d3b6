import { PAGE_NAMES } from '@everkin/web/app/paths.ts'
import type { Page } from '@playwright/test'
import { ADMIN_EMAIL, test as base, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'
import { sampleAddress } from '../support/sample-pages.ts'

/** An Everkin whose English texts are 60 % longer, in every language's place. */
const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => withEverkin(use, { program: 'packages/testing/src/pseudo-app.ts' }),
    { scope: 'worker' },
  ],
})

/** Elements that leave the screen or are cut, in words; runs in the page. */
function findFaults(): string[] {
  const faults = new Set<string>()
  const width = document.documentElement.clientWidth
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.trim().slice(0, 40)}”`
  const isClipped = (element: Element) => {
    const style = getComputedStyle(element)
    return style.clipPath !== 'none' || style.visibility === 'hidden' || style.position === 'fixed'
  }
  /** Inside an element that scrolls sideways or hides overflow on purpose, larger widths are intended. */
  const isInScroller = (element: Element): boolean => {
    for (let node = element.parentElement; node && node !== document.body; node = node.parentElement) {
      if (getComputedStyle(node).overflowX !== 'visible' || isClipped(node)) return true
    }
    return false
  }
  if (document.documentElement.scrollWidth > width) faults.add(`the page scrolls sideways`)
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || isClipped(element)) continue
    if ((box.right > width + 1 || box.left < -1) && !isInScroller(element))
      faults.add(`off the screen: ${nameOf(element)}`)
  }
  for (const control of document.querySelectorAll('button, .button, .tab, [role="switch"], summary, label')) {
    const box = control.getBoundingClientRect()
    if (box.width === 0 || !control.checkVisibility({ visibilityProperty: true })) continue
    for (const part of [control, ...control.querySelectorAll('*')]) {
      const hidesMore = getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1
      // A file input that is invisible over its label has no text to cut.
      const isSeen = part.checkVisibility({ opacityProperty: true })
      if (hidesMore && isSeen && !part.querySelector('img') && !isClipped(part)) faults.add(`cut: ${nameOf(control)}`)
    }
    const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (!node.textContent?.trim() || (node.parentElement && isClipped(node.parentElement))) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      // A font may extend above and below its line, by less than half a letter.
      const reach = Number.parseFloat(getComputedStyle(control).fontSize) / 2
      const isOut = text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + reach
      if (text.width > 0 && isOut) faults.add(`words leave: ${nameOf(control)}`)
    }
  }
  return [...faults]
}

/** Checks the current page at each width. */
async function look(page: Page, where: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // A phone's layout follows a new width a moment later.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(findFaults), { message: `${where} at ${width} px`, timeout: 3_000 })
      .toEqual([])
  }
}

/** The phone is left to right, the desktop right to left: what breaks in one breaks in the other. */
const LOOKS = [
  { size: 'phone', locale: 'en', widths: [390, 320] },
  { size: 'desktop', locale: 'ar', widths: [1280] },
] as const

// Both sizes in one project, because this server is started for each project that has a test of it.
for (const { size, locale, widths } of LOOKS) {
  test(`with texts 60 % longer, nothing is wider than the screen and no button text is cut: ${size}`, {
    tag: '@desktop',
  }, async ({ browser, journey, contextOptions }) => {
    test.slow()
    const phone = { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
    const context = await browser.newContext({
      ...contextOptions,
      ...(size === 'phone' ? phone : {}),
      baseURL: journey.app.origin,
    })
    const page = await context.newPage()
    const visit = async (name: (typeof PAGE_NAMES)[number]) => {
      const address = sampleAddress(name, locale)
      await page.goto(address)
      await expect(page.locator('h1').first()).toBeAttached()
      await look(page, address, widths)
    }
    // The page for a missing connection leads on as soon as there is one.
    await page.route('**/readyz', (route) => route.abort())
    await page.setViewportSize({ width: widths[0], height: 800 })
    const asVisitor = PAGE_NAMES.filter((name) => name.startsWith('login') || name === 'index')
    for (const name of asVisitor) await visit(name)
    await page.goto(sampleAddress('index', locale))
    await page.getByRole('switch').click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    await look(page, 'the age dialog', widths)

    await signInByApi(page, journey, { email: ADMIN_EMAIL })
    for (const name of PAGE_NAMES.filter((page) => !page.startsWith('login'))) await visit(name)
    await page.goto(`${sampleAddress('index', locale)}/nope`.replace('//', '/'))
    await expect(page.locator('h1').first()).toBeAttached()
    await look(page, 'the page that is not there', widths)
    await context.close()
  })
}

test('only this server has the longer texts', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/orders')
  await expect(page).toHaveTitle(/^\[.*é.* ~+\]/)
})
