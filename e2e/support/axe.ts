import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page's URL is the place in the message, unless `where` is set; only what is `within` (a selector) is checked. */
interface Place {
  where?: string
  within?: string
}

/**
 * Expects no violation of WCAG 2.2 AA that can be detected automatically. Content in transition (a fading page, a
 * changing theme, an image under its text) is checked once more afterwards.
 */
export async function expectAccessible(page: Page, { where = page.url(), within }: Place = {}): Promise<void> {
  if ((await axeViolations(page, within)).length === 0) return
  await page.waitForTimeout(1_000)
  expect.soft(await axeViolations(page, within), where).toEqual([])
}

/** As a list that is readable in a failure. */
async function axeViolations(page: Page, within?: string): Promise<string[]> {
  // Passed rules are not listed node by node, and no second page is opened to merge reports of frames, since no page
  // has foreign frames: the same findings in a third of the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(TAGS)
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}
