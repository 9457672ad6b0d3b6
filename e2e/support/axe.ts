import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page's address says where, unless `where` does; only what is `within` (a selector) is looked at. */
interface Place {
  where?: string
  within?: string
}

/**
 * Expects nothing that a machine can find of WCAG 2.2 AA. What is still coming in, a fading page, a theme that changes or
 * a picture under its words, is looked at once more when it is there.
 */
export async function expectAccessible(page: Page, { where = page.url(), within }: Place = {}): Promise<void> {
  if ((await axeViolations(page, within)).length === 0) return
  await page.waitForTimeout(1_000)
  expect.soft(await axeViolations(page, within), where).toEqual([])
}

/** As a list that reads well in a failure. */
async function axeViolations(page: Page, within?: string): Promise<string[]> {
  // What is in order is not listed node by node, and as no page has frames of others, no second page is opened to put
  // their reports together: it finds the same in a third of the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(TAGS)
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}
