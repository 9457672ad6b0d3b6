import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { findUnreadableOnPictures } from './picture-contrast.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ALL_RULES: RunOptions = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations', 'incomplete'] }
const CONTRAST: RunOptions = { ...ALL_RULES, runOnly: { type: 'rule', values: ['color-contrast'] } }
/** Some pages are endless; a look at the whole page ends here. */
const MAX_HEIGHT_PX = 4_000

const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The page's URL is the place in the message, unless `where` is set; only what is `within` (a selector) is checked. */
interface Place {
  where?: string
  within?: string
}

/**
 * Makes the screen as long as the page while it is checked, because the contrast of text on pictures is only checked on
 * the screen. Not for what closes or scrolls when the screen changes.
 */
export async function onWholePage(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('the page has no size')
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ ...size, height: Math.max(size.height, Math.min(height, MAX_HEIGHT_PX)) })
  await check()
  await page.setViewportSize(size)
}

/**
 * Expects no violation of WCAG 2.2 AA that can be detected automatically. Content that is still on its way (an image
 * under its text) is checked once more afterwards.
 */
export async function expectAccessible(page: Page, place: Place = {}): Promise<void> {
  await expectNoViolations(page, ALL_RULES, place)
}

/** The same, and the contrast of colours in the other theme: nothing else depends on the theme. */
export async function expectAccessibleInBothThemes(page: Page, place: Place = {}): Promise<void> {
  await expectAccessible(page, place)
  const other = (await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")) ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  await expectNoViolations(page, CONTRAST, { ...place, where: `${place.where ?? page.url()}, ${other} theme` })
  await page.emulateMedia({ colorScheme: other === 'dark' ? 'light' : 'dark' })
}

async function expectNoViolations(page: Page, rules: RunOptions, { where = page.url(), within }: Place): Promise<void> {
  if ((await findViolations(page, rules, within)).length === 0) return
  await page.waitForTimeout(1_000)
  expect.soft(await findViolations(page, rules, within), where).toEqual([])
}

/** Each broken rule with its element. No page has foreign frames, so only the page itself is checked. */
async function findViolations(page: Page, rules: RunOptions, within?: string): Promise<string[]> {
  // Once per document: it is half a megabyte.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE_SOURCE)
  await page.evaluate(finishTransitions)
  const found = await page.evaluate(
    async ({ rules, within }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') } // set by the script above
      const { violations, incomplete } = await axe.run(within ?? document, rules)
      const undecided = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
      return {
        broken: violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`)),
        undecided: undecided.map(({ target }) => target.join(' ')),
      }
    },
    { rules, within },
  )
  return [...found.broken, ...(await findUnreadableOnPictures(page, found.undecided))]
}

/**
 * Brings what fades in, or changes its colours with the theme, to its end: half-way colours have too little contrast.
 * One that ends may start others in the elements inside. Runs in the page.
 */
function finishTransitions(): void {
  for (let round = 0; round < 10; round++) {
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    if (running.length === 0) return
    for (const animation of running) animation.finish()
  }
}
