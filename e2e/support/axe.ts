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
  await expectNoViolations(page, () => builderFor(page).withTags(TAGS), { where, within })
}

/** The same, and the contrast of colours in the other theme: nothing else depends on the theme. */
export async function expectAccessibleInBothThemes(page: Page, place: Place = {}): Promise<void> {
  await expectAccessible(page, place)
  const other = (await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")) ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  const where = `${place.where ?? page.url()}, ${other} theme`
  await expectNoViolations(page, () => builderFor(page).withRules(['color-contrast']), { ...place, where })
  await page.emulateMedia({ colorScheme: other === 'dark' ? 'light' : 'dark' })
}

/**
 * Passed rules are not listed node by node, and no second page is opened to merge reports of frames, since no page has
 * foreign frames: the same findings in a third of the time.
 */
function builderFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function expectNoViolations(page: Page, rules: () => AxeBuilder, { where, within }: Place): Promise<void> {
  const check = async () => {
    const { violations } = await (within === undefined ? rules() : rules().include(within)).analyze()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
  }
  if ((await check()).length === 0) return
  await page.waitForTimeout(1_000)
  expect.soft(await check(), where).toEqual([])
}
