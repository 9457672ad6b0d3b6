import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enterChat, newest, openOptions, say, talk } from './chat-room.ts'
import { arrive, expect, test } from './journey.ts'

/** What a machine can find of WCAG 2.2 AA, as a list that reads well in a failure. */
async function expectNoViolation(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${where}: ${id} at ${target.join(' ')}`),
  )
  expect.soft(found).toEqual([])
}

/** Each size sees both themes and both directions; together they see all four pairs. */
const LOOKS = [
  { size: 'desktop', colorScheme: 'dark', prefix: '', reducedMotion: 'no-preference' },
  { size: 'phone', colorScheme: 'light', prefix: '', reducedMotion: 'reduce' },
  { size: 'phone', colorScheme: 'dark', prefix: '/ar', reducedMotion: 'no-preference' },
  { size: 'desktop', colorScheme: 'light', prefix: '/ar', reducedMotion: 'reduce' },
] as const

for (const { size, colorScheme, prefix, reducedMotion } of LOOKS) {
  const look = `${colorScheme}${prefix}`

  test(`no page has a barrier that a machine can find: ${look}`, async ({ page, journey, isMobile }) => {
    test.skip(test.info().project.name !== size)
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion })
    const visit = async (address: string) => {
      await page.goto(`${prefix}${address}`)
      await expect(page.locator('h1').first()).toBeVisible()
      await expectNoViolation(page, `${look} ${address}`)
    }
    for (const address of [
      '/',
      '/card/ilse',
      '/login',
      '/login/verifyCode',
      '/AboutView',
      '/templatedateils?id=night-ferry',
      '/safety',
      '/PrivacyPolicy',
      '/landPage',
      '/dopamingsv2',
      '/IosLanding',
      '/invitation',
      '/no-such-page',
    ])
      await visit(address)
    await page.goto(`${prefix}/?show=groups`)
    await page.locator('a[href*="/group/"]').first().click()
    await expect(page.locator('h1')).toBeVisible()
    await expectNoViolation(page, `${look} group`)
    await page.goto(prefix || '/')
    await page.getByRole('switch').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolation(page, `${look} age dialog`)
    if (isMobile) {
      await page.keyboard.press('Escape')
      await page.locator('.burger').click()
      await expect(page.locator('dialog.drawer')).toBeVisible()
      await expectNoViolation(page, `${look} drawer`)
    }

    await arrive(page, journey, { ageScope: null })
    await page.goto(prefix || '/')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolation(page, `${look} profile dialog`)
  })

  test(`a conversation has no barrier that a machine can find: ${look}`, async ({ page, journey, isMobile }) => {
    test.skip(test.info().project.name !== size)
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion })
    await arrive(page, journey)
    journey.model.behave({
      mode: 'scripted',
      script: ['*She nods.* A **word**, a [link](https://example.org), `code`.\n\n> quoted\n\n- one\n- two'],
    })
    await enterChat(page, 'ilse', prefix)
    await talk(page, 'Hello', 'quoted')
    await say(page, '[[minor-cue]] [[sexual-cue]]')
    await expect(page.locator('[data-outgoing="failed"]')).toBeVisible()
    journey.model.behave({ mode: 'status', status: 500 })
    await page.locator('.outgoing-choices button').last().click()
    await say(page, 'Are you there?')
    await expect(newest(page).locator('.message-mark-bad')).toBeVisible({ timeout: 20_000 })
    await say(page, '[[crisis-cue]]')
    await expect(page.locator('.house-card')).toBeVisible()
    await expectNoViolation(page, `${look} chat`)
    await openOptions(newest(page), isMobile)
    await expectNoViolation(page, `${look} chat with options`)
    await page.goto(`${prefix}/chathistory`)
    await expect(page.locator('[data-chat]')).toHaveCount(1)
    await page.locator('.chat-row-more').click()
    await expectNoViolation(page, `${look} history`)
    await page.goto(`${prefix}/set`)
    await expectNoViolation(page, `${look} settings`)
    await page.getByRole('banner').locator('[aria-haspopup=dialog]').click()
    await expect(page.locator('.recent-chat')).toHaveCount(1)
    await expectNoViolation(page, `${look} recent characters`)
  })
}
