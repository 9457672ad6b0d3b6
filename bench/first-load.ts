/**
 * What the first visit to Explore and to a chat downloads, in real Chromium with an empty cache (PERF-P1), compared
 * with a minimal page of forty cards without script.
 *
 *   npm run bench first-load
 */
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { cookiesOf, openBrowser, SCREENS } from './measure/browser.ts'
import { fillLongChats } from './measure/long-chat.ts'
import { type MeasuredProcess, startProgram } from './measure/processes.ts'
import { heading, median, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const QUIET_MS = 1_500
const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image', 'other'] as const
type Kind = (typeof KINDS)[number]

interface Visit {
  name: string
  program: MeasuredProcess
  path: string
  session?: { token: string; secret: string }
}

interface Loaded {
  requests: number
  bytes: Record<Kind, number>
}

const browser = await openBrowser()
if (!browser) {
  console.log('SKIPPED: the first load, because there is no browser')
  process.exit(0)
}
const stores = openStores()
const store = (await stores.postgres('first_load')) ?? stores.embedded()
const CHAT_ID = 'benchfirstload'
const { session } = await fillLongChats(store, [{ id: CHAT_ID, messages: 200 }])
const everkin = await store.startEverkin()
const bare = await startProgram('bench/bare-page.ts')
const visits: Visit[] = [
  { name: 'bare page of 40 cards', program: bare, path: '/' },
  { name: 'Explore', program: everkin, path: '/' },
  { name: 'Explore, signed in', program: everkin, path: '/', session },
  { name: 'chat', program: everkin, path: `/chat?chat_id=${CHAT_ID}`, session },
]

heading(
  `First load (${ROUNDS} visits with an empty cache; kB = 1,000 bytes as transferred, headers included; the websocket not counted)`,
  'page',
  'screen',
  'requests',
  'HTML kB',
  'script kB',
  'CSS kB',
  'fonts kB',
  'pictures kB',
  'other kB',
  'in all kB',
  'in all, against the bare page',
)
for (const screen of SCREENS) {
  const samples = visits.map(() => [] as Loaded[])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, visit] of visits.entries()) samples[at]!.push(await load(browser, visit, screen.options))
  }
  const bareSum = median(samples[0]!.map(sumOf))
  for (const [at, visit] of visits.entries()) {
    const own = samples[at]!
    const kilobytes = (kind: Kind) => median(own.map(({ bytes }) => bytes[kind])) / 1_000
    const sum = median(own.map(sumOf))
    row(
      visit.name,
      screen.name,
      median(own.map(({ requests }) => requests)),
      ...KINDS.map(kilobytes),
      sum / 1_000,
      sum / bareSum,
    )
  }
}
await browser.close()
await Promise.all([everkin.stop(), bare.stop()])
await stores.close()
process.exit(0)

function sumOf({ bytes }: Loaded): number {
  return KINDS.reduce((sum, kind) => sum + bytes[kind], 0)
}

/** Loads a page in a fresh context and counts until nothing has been loaded for a while. */
async function load(browser: Browser, visit: Visit, options: BrowserContextOptions): Promise<Loaded> {
  const context = await browser.newContext({ ...options, locale: 'en-GB' })
  if (visit.session) await context.addCookies(cookiesOf(visit.session, visit.program.origin))
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  const kinds = new Map<string, Kind>()
  const loaded: Loaded = { requests: 0, bytes: { Document: 0, Script: 0, Stylesheet: 0, Font: 0, Image: 0, other: 0 } }
  wire.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:') || type === 'WebSocket') return
    if (!kinds.has(requestId)) loaded.requests += 1
    kinds.set(requestId, KINDS.find((kind) => kind === type) ?? 'other')
  })
  wire.on('Network.responseReceived', ({ requestId, type }) => {
    // A preload has the type "Other" until its response arrives.
    if (kinds.has(requestId)) kinds.set(requestId, KINDS.find((kind) => kind === type) ?? 'other')
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) loaded.bytes[kind] += encodedDataLength
  })
  await wire.send('Network.enable')
  await page.goto(visit.program.origin + visit.path, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  await context.close()
  return loaded
}
