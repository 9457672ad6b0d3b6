import type { Locator, Page } from '@playwright/test'
import {
  composer,
  messageLog,
  newestMessage,
  openChat,
  sendAndAwaitReply,
  stopButton,
} from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element is not on the page')
  return { ...box, end: box.y + box.height }
}

test('in a chat no single line wraps, and nothing covers a control', async ({ page, journey }) => {
  await signInByApi(page, journey)
  journey.model.behave({ mode: 'normal', words: 120, delayMs: 2 })
  await openChat(page, 'ilse')
  for (const words of ['One.', 'Two.', 'Three.']) await sendAndAwaitReply(page, words, /\S/)
  for (let again = 0; again < 3; again += 1) {
    await newestMessage(page).getByRole('button', { name: 'Another version' }).click()
    await expect(newestMessage(page).locator('.message-versions .figures')).toHaveText(`${again + 2} of ${again + 2}`)
    await expect(stopButton(page)).toHaveCount(0)
  }
  const versions = newestMessage(page).locator('.message-versions .figures')
  expect((await boxOf(versions)).height).toBeLessThan(32)
  const width = page.viewportSize()?.width ?? 0
  const buttons = newestMessage(page).locator('.message-actions button').filter({ visible: true })
  expect(await buttons.count()).toBeGreaterThan(3)
  for (const button of await buttons.all()) {
    const box = await boxOf(button)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
  }

  await page.getByRole('button', { name: 'Help me reply' }).click()
  await expect(page.locator('.idea:not(.idea-coming)')).toHaveCount(3)
  await messageLog(page).evaluate((element) => element.scrollTo({ top: -5_000 }))
  const jump = page.getByRole('button', { name: 'Jump to newest' })
  await expect(jump).toBeVisible()
  expect((await boxOf(jump)).end).toBeLessThanOrEqual((await boxOf(page.locator('.dock'))).y)
  await jump.click()
  await expect(jump).toHaveCount(0)
})

/** The sum of layout shifts since the document was opened, as browsers count them. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value // not typed
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

test('a long title of a chat leaves the lines their room', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const chat = (await callApi(page, 'POST /api/chat/start', { card_id: 'ilse' })) as { id: string } // the contract's
  const title = 'The night we waited for the last ferry and talked about everything we left behind'
  await callApi(page, 'POST /api/chat/rename', { chat_id: chat.id, title })
  const heading = page.getByRole('heading', { level: 1, name: title })
  for (const [size, lines] of [
    [{ width: 390, height: 844 }, 2],
    [{ width: 390, height: 500 }, 2],
    [{ width: 844, height: 390 }, 1],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(`/chat?chat_id=${chat.id}`)
    await expect(heading).toHaveAttribute('title', title)
    const lineHeight = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    const box = await boxOf(heading)
    expect(Math.round(box.height / lineHeight)).toBe(lines)
    const back = await boxOf(page.getByRole('link', { name: 'Back' }))
    expect(box.y >= back.end || box.x >= back.x + back.width).toBe(true)
  }
})

test('above the keyboard of a phone are the composer, the newest line and the label of the AI', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  journey.model.behave({ mode: 'normal', words: 120, delayMs: 2 })
  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'One.', /\S/)
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
  // What a browser does with that when the keyboard opens; there is none in this one.
  await composer(page).focus()
  await page.setViewportSize({ width: 390, height: 480 })
  expect((await boxOf(page.locator('.dock'))).end).toBeLessThanOrEqual(480)
  await expect(page.getByRole('link', { name: 'Back' })).toBeInViewport()
  await expect(page.getByText('AI character').first()).toBeInViewport()
  const dock = await boxOf(page.locator('.dock'))
  await expect(async () => {
    const line = await boxOf(newestMessage(page))
    expect(line.end).toBeGreaterThan(100)
    expect(line.end).toBeLessThanOrEqual(dock.y + 1)
  }).toPass()

  await page.goto('/createSingle')
  await expect(page.locator('.tabs')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await expect(page.locator('.tabs')).toBeHidden()
})

test('a card with an album keeps its height while it loads', async ({ page }) => {
  // As on a slow connection: scripts arrive long after the page.
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto('/card/ilse', { waitUntil: 'commit' })
  await expect(page.locator('footer').or(page.locator('.tabs')).first()).toBeAttached()
  // Scripts are late, fonts are not: a line may wrap differently in the fallback font.
  await page.evaluate('document.fonts.ready')
  const early = await page.evaluate('document.documentElement.scrollHeight')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(early)
  expect(await shifts(page)).toBeLessThan(0.05)

  // Navigation within the document.
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.locator('a[href="/card/ilse"]').first().click()
  await expect(page.getByRole('heading', { name: 'How it begins' })).toBeAttached()
  await expect(page.locator('.album-open').first()).toBeAttached({ timeout: 50 })
})

test('a chat keeps its lines and controls in place while its page loads', async ({ page, journey, isMobile }) => {
  await signInByApi(page, journey)
  journey.model.behave({ mode: 'scripted', script: ['<think>', 'She is tired.', '</think>', 'Then sit.'] })
  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'Good evening.', 'Then sit.')
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(page.url(), { waitUntil: 'commit' })
  await expect(newestMessage(page)).toContainText('Thought for')
  await page.evaluate('document.fonts.ready')
  const shown = [newestMessage(page).locator('.bubble')]
  if (!isMobile) shown.push(page.locator('.about-actions'), page.locator('.about-memory'))
  const places = () =>
    Promise.all(
      shown.map(async (locator) => {
        const { y, end } = await boxOf(locator)
        return [Math.round(y), Math.round(end)]
      }),
    )
  const early = await places()
  scripts.resolve()
  await page.waitForLoadState('networkidle')
  if (!isMobile) await expect(page.getByText('Nothing yet.')).toBeVisible()
  expect(await places()).toEqual(early)
})

test('a toast is at the top and lets clicks through', async ({ page }) => {
  await page.addInitScript(`sessionStorage.setItem('everkin-announcement', 'signedOut')`)
  await page.goto('/card/ilse', { waitUntil: 'commit' })
  const toast = page.locator('.toast').filter({ hasText: 'Signed out' })
  await expect(toast).toBeVisible()
  const { x, y, width, height, end } = await boxOf(toast)
  expect(end).toBeLessThan(200)
  const middle = { x: x + width / 2, y: y + height / 2 }
  const isHit = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.toast') !== null, middle)
  expect(isHit).toBe(false)
})
