/**
 * How pages load on a slow phone (PERF-P2, PERF-P3), in headless Chromium compared with a minimal page of forty cards:
 * first and largest paint, when the text box can be used, how long the main thread is blocked, layout shifts; then the
 * second visit, and going from Explore to a chat and back within the document.
 *
 *   npm run bench pages
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { cookiesOf, openBrowser, SCREENS } from './measure/browser.ts'
import { fillLongChats } from './measure/long-chat.ts'
import { type PageTiming, readTimings, recordTimings, SLOW_PHONE, slowDown } from './measure/page-timing.ts'
import { type MeasuredProcess, startProgram } from './measure/processes.ts'
import { heading, median, pairedRatio, percentile, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CHAT_ID = 'benchpages'
const SEARCH = 'input[name="q"]'
const COMPOSER = '.composer textarea'

interface Visit {
  name: string
  program: MeasuredProcess
  path: string
  isSignedIn?: boolean
  textBox: { selector: string; needsScript: boolean }
}

const browser = await openBrowser()
if (!browser) {
  console.log('SKIPPED: pages on a slow phone, because there is no browser')
  process.exit(0)
}
const stores = openStores()
const store = (await stores.postgres('pages')) ?? stores.embedded()
const { session } = await fillLongChats(store, [{ id: CHAT_ID, messages: 200 }])
const everkin = await store.startEverkin()
const bare = await startProgram('bench/bare-page.ts')
const search = { selector: SEARCH, needsScript: false }
const visits: Visit[] = [
  { name: 'bare page of 40 cards', program: bare, path: '/', textBox: search },
  { name: 'Explore', program: everkin, path: '/', textBox: search },
  { name: 'a card', program: everkin, path: '/card/ilse', textBox: { selector: 'main h1', needsScript: false } },
  { name: 'a campaign', program: everkin, path: '/landPage', textBox: { selector: 'main h1', needsScript: false } },
  {
    name: 'a chat',
    program: everkin,
    path: `/chat?chat_id=${CHAT_ID}`,
    isSignedIn: true,
    textBox: { selector: COMPOSER, needsScript: true },
  },
]
const first = visits.map(() => [] as PageTiming[])
const second = visits.map(() => [] as PageTiming[])
for (let round = 0; round < ROUNDS; round++) {
  const order = [...visits.keys()]
  for (const at of round % 2 === 0 ? order : order.reverse()) {
    const context = await openContext(browser, visits[at]!)
    first[at]!.push(await arrive(context, visits[at]!))
    second[at]!.push(await arrive(context, visits[at]!))
    await context.close()
  }
}
report(`First visit (${ROUNDS} rounds; CPU × 4, 150 ms, 1.6 Mbit/s; 390 px, density 2)`, first)
report('Second visit, the browser’s cache warm', second)
await measureMoves(browser)
await browser.close()
await Promise.all([everkin.stop(), bare.stop()])
await stores.close()
process.exit(0)

async function openContext(browser: Browser, visit: Visit, screen = SCREENS[0]!.options): Promise<BrowserContext> {
  const context = await browser.newContext({ ...screen, locale: 'en-GB' })
  if (visit.isSignedIn) await context.addCookies(cookiesOf(session, visit.program.origin))
  return context
}

async function arrive(context: BrowserContext, visit: Visit): Promise<PageTiming> {
  // A page is rendered once in half a minute; waiting for that is not measured here.
  await (await fetch(visit.program.origin + visit.path, { headers: { 'user-agent': 'Mobile' } })).arrayBuffer()
  const page = await context.newPage()
  await slowDown(page, SLOW_PHONE)
  await recordTimings(page, visit.textBox)
  await page.goto(visit.program.origin + visit.path, { waitUntil: 'load' })
  const timing = await readTimings(page)
  await page.close()
  return timing
}

function report(title: string, samples: PageTiming[][]): void {
  heading(
    title,
    'page',
    'first paint ms',
    'ratio',
    'largest paint ms',
    'ratio',
    'text box usable ms',
    'ratio',
    'Send alive ms',
    'blocked ms',
    'layout shift',
  )
  const [base] = samples
  for (const [at, own] of samples.entries()) {
    const column = (key: keyof PageTiming, of = own) => of.map((timing) => timing[key])
    const pair = (key: keyof PageTiming) => [median(column(key)), pairedRatio(column(key), column(key, base))] as const
    const usable = visits[at]!.textBox.selector.includes('h1') ? ['–', '–'] : pair('usable')
    row(
      visits[at]!.name,
      ...pair('firstPaint'),
      ...pair('largestPaint'),
      ...usable,
      visits[at]!.textBox.needsScript ? median(column('alive')) : '–',
      median(column('blocked')),
      median(column('shift')),
    )
  }
}

/**
 * Explore → chat → Explore in one document, at CPU × 4 with everything loaded once: from the click until the other page
 * is shown.
 */
async function measureMoves(browser: Browser): Promise<void> {
  const context = await openContext(browser, visits.at(-1)!, SCREENS[1]!.options) // on a phone, a chat has no link to Explore
  const page = await context.newPage()
  await slowDown(page, { cpu: SLOW_PHONE.cpu })
  await page.goto(`${everkin.origin}/`, { waitUntil: 'networkidle' })
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))
  const there: number[] = []
  const back: number[] = []
  for (let round = -1; round < ROUNDS * 2; round++) {
    const toChat = await move(page, `a[href*="chat_id=${CHAT_ID}"]`, COMPOSER)
    const toExplore = await move(page, 'a[href="/"]', '.filters')
    if (round < 0) continue // the first round warms up
    there.push(toChat)
    back.push(toExplore)
  }
  const isStillHere = await page.evaluate(() => 'isStillHere' in window)
  heading(`Going on within the document (CPU × 4, ${ROUNDS * 2} rounds; goal 100 ms)`, 'way', 'p50 ms', 'p95 ms')
  row('Explore → chat', median(there), percentile(there, 0.95))
  row('chat → Explore', median(back), percentile(back, 0.95))
  if (!isStillHere) console.log('\nFAILED: the document was reloaded in between')
  await context.close()
}

/** Milliseconds from a click on the link to the frame that shows the requested page. */
async function move(page: Page, link: string, wanted: string): Promise<number> {
  await page.waitForTimeout(600)
  return page.evaluate(
    ({ link, wanted }) =>
      new Promise<number>((resolve, reject) => {
        const isShown = (one: Element) => (one as HTMLElement).offsetParent !== null
        const found = [...document.querySelectorAll<HTMLElement>(link)].find(isShown)
        if (!found) return reject(new Error(`no link ${link}`))
        found.scrollIntoView()
        const started = performance.now()
        found.click()
        const look = () => {
          const isThere = [...document.querySelectorAll(wanted)].some(isShown)
          if (isThere) setTimeout(() => resolve(performance.now() - started))
          else if (performance.now() - started > 10_000) reject(new Error(`${wanted} never appeared`))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { link, wanted },
  )
}
