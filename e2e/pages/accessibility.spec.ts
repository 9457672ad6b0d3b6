import { PAGE_NAMES, pageNamed } from '@everkin/web/app/paths.ts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes, onWholePage } from '../support/axe.ts'
import {
  composer,
  newestMessage,
  openChat,
  openGroupChat,
  openMessageOptions,
  sendAndAwaitReply,
  sendMessage,
} from '../support/chat-actions.ts'
import { ADMIN_EMAIL, expect, signInByApi, test } from '../support/fixtures.ts'
import { sampleAddress } from '../support/sample-pages.ts'

/**
 * Controls that are too small for a thumb, in words; links within a sentence may be as high as its line. Runs in the
 * page.
 */
function smallTargets(): string[] {
  const wanted = 44
  const controls = document.querySelectorAll<HTMLElement>(
    'a, button, input, select, textarea, summary, [role="switch"]',
  )
  return [...controls].flatMap((control) => {
    const target = control.closest('label') ?? control
    const box = target.getBoundingClientRect()
    // An invisible element may enlarge the area that can be touched.
    const reach = getComputedStyle(target, '::after')
    const [width, height] = [
      Math.max(box.width, Number.parseFloat(reach.width) || 0),
      Math.max(box.height, Number.parseFloat(reach.height) || 0),
    ]
    const isHidden = !target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2
    const isInSentence = [...(target.parentNode?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (isHidden || isInSentence || (width >= wanted - 0.5 && height >= wanted - 0.5)) return []
    const name = target.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 30)
    return [
      `${target.tagName.toLowerCase()}.${target.className} “${name}”: ${Math.round(width)} × ${Math.round(height)}`,
    ]
  })
}

/** Every page is checked once per size, in both themes: on one size in English, on the other in Arabic. */
const LOOKS = [
  { size: 'desktop', colorScheme: 'dark', locale: 'en', reducedMotion: 'no-preference' },
  { size: 'phone', colorScheme: 'light', locale: 'ar', reducedMotion: 'reduce' },
] as const

// The longest journeys of all, which do not build on each other: each may go to another worker.
test.describe.configure({ mode: 'parallel' })

/** For some twenty pages, each checked twice, on a machine that is busy. */
const PAGES_TIMEOUT_MS = 480_000

for (const { size, colorScheme, locale, reducedMotion } of LOOKS) {
  const look = `${size} ${locale}`
  const prefix = locale === 'en' ? '' : `/${locale}`

  /** Opens a page and checks it. */
  const visit = async (page: Page, address: string) => {
    await page.goto(address)
    await expect(page.locator('h1').first()).toBeVisible()
    await onWholePage(page, () => expectAccessibleInBothThemes(page, { where: `${look} ${address}` }))
    if (size === 'phone') expect.soft(await page.evaluate(smallTargets), `${look} ${address}`).toEqual([])
  }

  test(`no page for visitors has an accessibility problem that can be detected automatically: ${look}`, {
    tag: `@${size}`,
  }, async ({ page, isMobile }) => {
    test.setTimeout(PAGES_TIMEOUT_MS)
    await page.emulateMedia({ colorScheme, reducedMotion })
    // The page for a missing connection leads on as soon as there is one.
    await page.route('**/readyz', (route) => route.abort())
    for (const name of PAGE_NAMES.filter((name) => !pageNamed(name).guarded))
      await visit(page, sampleAddress(name, locale))
    const home = sampleAddress('index', locale)
    await visit(page, `${home}/no-such-page`.replace('//', '/'))
    await page.goto(home)
    await page.getByRole('switch').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessibleInBothThemes(page, { where: `${look} age dialog` })
    if (isMobile) {
      await page.keyboard.press('Escape')
      await page.locator('.burger').click()
      await expect(page.locator('dialog.drawer')).toBeVisible()
      await expectAccessibleInBothThemes(page, { where: `${look} drawer` })
    }
  })

  test(`no page for members has an accessibility problem that can be detected automatically: ${look}`, {
    tag: `@${size}`,
  }, async ({ page, journey }) => {
    test.setTimeout(PAGES_TIMEOUT_MS)
    await page.emulateMedia({ colorScheme, reducedMotion })
    await signInByApi(page, journey, { ageScope: null })
    await page.goto(sampleAddress('index', locale))
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page, { where: `${look} profile dialog` })
    await page.context().clearCookies()
    await signInByApi(page, journey, { email: ADMIN_EMAIL })
    for (const name of PAGE_NAMES.filter((name) => pageNamed(name).guarded))
      await visit(page, sampleAddress(name, locale))
  })

  test(`a conversation has no accessibility problem that can be detected automatically: ${look}`, {
    tag: `@${size}`,
  }, async ({ page, journey, isMobile }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion })
    await signInByApi(page, journey)
    journey.model.behave({
      mode: 'scripted',
      script: ['*She nods.* A **word**, a [link](https://example.org), `code`.\n\n> quoted\n\n- one\n- two'],
    })
    await openChat(page, 'ilse', prefix)
    await sendAndAwaitReply(page, 'Hello', 'quoted')
    await sendMessage(page, '[[minor-cue]] [[sexual-cue]]')
    await expect(page.locator('[data-outgoing="failed"]')).toBeVisible()
    journey.model.behave({ mode: 'status', status: 500 })
    await page.locator('.outgoing-choices button').last().click()
    await sendMessage(page, 'Are you there?')
    await expect(newestMessage(page).locator('.message-mark-bad')).toBeVisible({ timeout: 20_000 })
    await sendMessage(page, '[[crisis-cue]]')
    await expect(page.locator('.house-card')).toBeVisible()
    await expectAccessibleInBothThemes(page, { where: `${look} chat` })
    await openMessageOptions(newestMessage(page), isMobile)
    await expectAccessibleInBothThemes(page, { where: `${look} chat with options` })
    // On phones they are a sheet over the page.
    if (isMobile) await page.keyboard.press('Escape')
    for (const [icon, panel] of [
      ['notebook', '.memory-keeping'],
      ['user', '.setup-note'],
    ] as const) {
      await page.locator('.chat-header [aria-haspopup=menu]').click()
      await page.locator('.chat-header [role=menuitem]', { has: page.locator(`use[href$="#${icon}"]`) }).click()
      await page.locator(`.pane-panel ${panel}`).waitFor()
      await expectAccessibleInBothThemes(page, { where: `${look} ${panel}` })
      if (isMobile) expect.soft(await page.evaluate(smallTargets), `${look} ${panel}`).toEqual([])
      await page.keyboard.press('Escape')
    }
    await openGroupChat(page, 'station-nine', prefix)
    await composer(page).pressSequentially('@')
    await expect(page.getByRole('option')).toHaveCount(3)
    await expectAccessibleInBothThemes(page, { where: `${look} group with names to choose from` })
    await composer(page).press('Escape')
    await page.locator('.chat-header [aria-haspopup=menu]').click()
    await page.locator('.chat-header [role=menuitem]', { has: page.locator('use[href$="#users-three"]') }).click()
    await page.locator('.pane-panel .cast-rows').waitFor()
    await expectAccessibleInBothThemes(page, { where: `${look} cast` })
    if (isMobile) expect.soft(await page.evaluate(smallTargets), `${look} cast`).toEqual([])
    await page.goto(`${prefix}/chathistory`)
    await expect(page.locator('[data-chat]')).toHaveCount(2)
    await page.locator('.chat-row-more').first().click()
    await expectAccessibleInBothThemes(page, { where: `${look} history` })
    await page.goto(`${prefix}/set`)
    await expectAccessibleInBothThemes(page, { where: `${look} settings` })
    await page.getByRole('banner').locator('[aria-haspopup=dialog]').click()
    await expect(page.locator('.recent-chat')).toHaveCount(2)
    await expectAccessibleInBothThemes(page, { where: `${look} recent characters` })
  })
}
