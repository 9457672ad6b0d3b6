import type { Page } from '@playwright/test'
import { composer, enterChat, newest, openOptions, talk } from './chat-room.ts'
import { arrive, expect, test } from './journey.ts'

/** What a reader does who needs the letters twice as large. */
const doubleText = (page: Page) => page.evaluate('document.documentElement.style.fontSize = "200%"')

const sidewaysPx = (page: Page) =>
  page.evaluate(`Math.max(
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll('.log, .dock, .chat-header')].map((node) => node.scrollWidth - node.clientWidth),
  )`)

test('text at 200 % stays within the width, and the chat can still be used', async ({ page, journey, isMobile }) => {
  journey.model.behave({ mode: 'scripted', script: ['A reply with a Donaudampfschifffahrtsgesellschaft in it.'] })
  await arrive(page, journey)
  for (const address of ['/', '/card/ilse', '/safety', '/chathistory', '/de', '/de/card/bram']) {
    await page.goto(address)
    await doubleText(page)
    await expect(page.locator('h1').first()).toBeVisible()
    expect.soft(await sidewaysPx(page), address).toBeLessThanOrEqual(0)
  }
  await enterChat(page, 'ilse')
  await doubleText(page)
  await talk(page, 'Can you read this?', 'Donaudampf')
  await openOptions(newest(page), isMobile)
  expect.soft(await sidewaysPx(page), 'chat').toBeLessThanOrEqual(0)
  await expect(composer(page)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport()
})

test('what is touched in a chat by the thumb is at least 44 px wide and high', async ({ page, journey, isMobile }) => {
  test.skip(!isMobile, 'a pointer is finer than a thumb')
  journey.model.behave({ mode: 'scripted', script: ['One reply.'] })
  await arrive(page, journey)
  await enterChat(page, 'ilse')
  await talk(page, 'Hello', 'One reply.')
  await newest(page).getByRole('button', { name: 'Write it again' }).click()
  await expect(newest(page).getByText('2 of 2')).toBeVisible()
  await openOptions(newest(page), isMobile)
  const small: string[] = []
  for (const control of await page.locator('.pane-chat').locator('button, a, textarea').all()) {
    if (
      !(await control.isVisible()) ||
      !(await control.evaluate('node => node.checkVisibility({ opacityProperty: true })'))
    )
      continue
    const box = await control.boundingBox()
    if (!box || box.width < 44 || box.height < 44)
      small.push(
        `${(await control.getAttribute('aria-label')) ?? (await control.innerText())}: ${box?.width} × ${box?.height}`,
      )
  }
  expect(small).toEqual([])
})
