import type { Page } from '@playwright/test'
import {
  composer,
  newestMessage,
  openChat,
  openMessageOptions,
  sendAndAwaitReply,
  sendMessage,
} from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const sidewaysPx = (page: Page) =>
  page.evaluate(`Math.max(
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll('.log, .dock, .chat-header')].map((node) => node.scrollWidth - node.clientWidth),
  )`)

test('nothing exceeds the width on a small screen, zoomed to 200 %, or with text twice as large', async ({
  page,
  journey,
  isMobile,
}) => {
  journey.model.behave({ mode: 'scripted', script: ['A reply with a Donaudampfschifffahrtsgesellschaft in it.'] })
  await signInByApi(page, journey)
  // The smallest common phone; on a desktop, the space that is left at 200 %.
  await page.setViewportSize(isMobile ? { width: 320, height: 640 } : { width: 640, height: 400 })
  for (const address of ['/', '/card/ilse', '/safety', '/chathistory', '/de', '/de/card/bram', '/login/emailLogin']) {
    await page.goto(address)
    await expect(page.locator('h1').first()).toBeVisible()
    expect.soft(await sidewaysPx(page), address).toBeLessThanOrEqual(0)
  }
  if (isMobile) await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page, 'ilse')
  if (isMobile) await page.evaluate('document.documentElement.style.fontSize = "200%"')
  await sendAndAwaitReply(page, 'Can you read this?', 'Donaudampf')
  await openMessageOptions(newestMessage(page), isMobile)
  expect.soft(await sidewaysPx(page), 'chat').toBeLessThanOrEqual(0)
  await expect(composer(page)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport()
})

test('what is beyond the edge of a row that scrolls does not widen the page of a phone', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  for (const card of ['ilse', 'bram', 'kenji']) {
    // Still being written when its reader leaves, so it stays unread.
    journey.model.behave({ mode: 'normal', words: 60, delayMs: 50 })
    await openChat(page, card)
    await sendMessage(page, 'Are you still there?')
    await expect(newestMessage(page)).toContainText('The lamp')
    await page.goto('/safety')
  }
  await expect(async () => {
    await page.goto('/')
    await expect(page.locator('.continue-row .badge')).toHaveCount(3)
  }).toPass()
  expect(await page.evaluate('innerWidth')).toBe(page.viewportSize()?.width)
})

test('touch targets in a chat are at least 44 px wide and high', { tag: '@phone' }, async ({
  page,
  journey,
  isMobile,
}) => {
  journey.model.behave({ mode: 'scripted', script: ['One reply.'] })
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'Hello', 'One reply.')
  await newestMessage(page).getByRole('button', { name: 'Another version' }).click()
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()
  await openMessageOptions(newestMessage(page), isMobile)
  const controls = page.locator('.pane-chat').locator(':is(button, a, textarea):not(.message-actions-quiet *)')
  const shown = await controls.filter({ visible: true }).all()
  expect(shown.length).toBeGreaterThan(10)
  const small: string[] = []
  for (const control of shown) {
    const box = await control.boundingBox()
    const name = (await control.getAttribute('aria-label')) ?? (await control.innerText())
    if (!box || box.width < 44 || box.height < 44) small.push(`${name}: ${box?.width} × ${box?.height}`)
  }
  expect(small).toEqual([])
})
