/**
 * What a reader sees of a reply, in real Chromium: the time from the click on Send to the first word on the screen
 * (PERF-U1), at any length of the chat (PERF-U2), the age of the newest words (PERF-U3), the cost of a word on the
 * page's main thread (PERF-U4), and how fast the page responds to typing and clicking (INP); compared with the smallest
 * page that can show a reply.
 *
 *   npm run bench chat-screen
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { cookiesOf, openBrowser, showWholePage } from './measure/browser.ts'
import { fillLongChats } from './measure/long-chat.ts'
import { type MeasuredProcess, sleep, startProgram } from './measure/processes.ts'
import { heading, median, pairedRatio, percentile, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'
import { type Seen, watchReplies } from './measure/watch-replies.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const TURNS = 4
const QUIET_MS = 700
const LENGTHS = [20, 10_000, 100_000]
const THROTTLES = [1, 4]
const ORDINARY = { words: 40, everyMs: 20 }
const LONG_REPLIES = [
  { words: 400, everyMs: 4 },
  { words: 2_000, everyMs: 4 },
]

interface Subject {
  name: string
  program: MeasuredProcess
  path: string
  session?: { token: string; secret: string }
  /** Selectors of the text box, the button and the words of the newest reply. */
  box: string
  send: string
  words: string
}

const browser = await openBrowser()
if (!browser) {
  console.log('SKIPPED: replies on the screen, because there is no browser')
  process.exit(0)
}
const stores = openStores()
const store = (await stores.postgres('chat_screen')) ?? stores.embedded()
const { session } = await fillLongChats(
  store,
  LENGTHS.map((messages) => ({ id: `screen${messages}`, messages })),
)
const model = await startProgram('bench/first-word-model.ts')
const toModel = { MODEL_BASE_URL: `${model.origin}/v1`, MODEL_NAME: 'bench', MESSAGE_PRICE: '0' }
const [everkin, bare] = [
  await store.startEverkin(toModel),
  await startProgram('bench/bare-chat.ts', { environment: toModel }),
]

const bareChat: Subject = {
  name: 'bare page',
  program: bare,
  path: '/',
  box: 'textarea',
  send: 'button',
  words: '#log .words:last-child',
}
const chats: Subject[] = LENGTHS.map((messages) => ({
  name: `chat of ${messages.toLocaleString('en')} messages`,
  program: everkin,
  path: `/chat?chat_id=screen${messages}`,
  session,
  box: '.composer textarea',
  send: '.composer-send',
  words: '.log article .words',
}))
const subjects = [bareChat, ...chats]

for (const throttle of THROTTLES) {
  heading(
    `Replies of ${ORDINARY.words} words, one each ${ORDINARY.everyMs} ms, processor ${throttle === 1 ? 'as it is' : `slowed ${throttle} times`} (${ROUNDS} rounds of ${TURNS} turns)`,
    'page',
    'click to first word, p50 ms',
    'against the bare page',
    'age of the newest words, p50 ms',
    'p99 ms',
    'p99 against the bare page',
    'tasks over 50 ms while words come',
    'main thread, ms a word',
    'against the bare page',
    'slowest answer to typing or clicking, ms',
  )
  const samples = subjects.map(() => [] as Seen[])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, subject] of subjects.entries()) samples[at]!.push(await measureReplies(browser, subject, throttle))
  }
  const first = (list: Seen[]) => list.map((seen) => median(seen.firstMs))
  const ages = (list: Seen[]) => list.map((seen) => percentile(seen.ages, 0.99))
  const costs = (list: Seen[]) => list.map((seen) => seen.taskMs / seen.words)
  for (const [at, { name }] of subjects.entries()) {
    const own = samples[at]!
    row(
      name,
      median(first(own)),
      pairedRatio(first(own), first(samples[0]!)),
      median(own.flatMap((seen) => seen.ages)),
      median(ages(own)),
      pairedRatio(ages(own), ages(samples[0]!)),
      own.reduce((sum, seen) => sum + seen.longTasks, 0),
      median(costs(own)),
      pairedRatio(costs(own), costs(samples[0]!)),
      median(own.map((seen) => seen.slowestInputMs)),
    )
  }
}

heading('One long reply, processor as it is', 'page', 'words', 'main thread, ms a word', 'against the bare page')
const longRounds = Math.min(ROUNDS, 3)
for (const reply of LONG_REPLIES) {
  const costs = [bareChat, chats[0]!].map(() => [] as number[])
  const counts = [bareChat, chats[0]!].map(() => 0)
  for (let round = 0; round < longRounds; round++) {
    for (const [at, subject] of [bareChat, chats[0]!].entries()) {
      const seen = await measureReplies(browser, subject, 1, { ...reply, turns: 1 })
      counts[at] = seen.words
      costs[at]!.push(seen.taskMs / seen.words)
    }
  }
  for (const [at, subject] of [bareChat, chats[0]!].entries())
    row(subject.name, counts[at] ?? 0, median(costs[at]!), pairedRatio(costs[at]!, costs[0]!))
}

await browser.close()
await Promise.all([everkin.stop(), bare.stop(), model.stop()])
await stores.close()
process.exit(0)

/** Reloads the page, types and sends, and returns what was measured of the replies. */
async function measureReplies(
  browser: Browser,
  subject: Subject,
  throttle: number,
  { words, everyMs, turns }: { words: number; everyMs: number; turns: number } = { ...ORDINARY, turns: TURNS },
): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  if (subject.session) await context.addCookies(cookiesOf(subject.session, subject.program.origin))
  const page = await context.newPage()
  await showWholePage(page)
  const wire = await context.newCDPSession(page)
  await wire.send('Performance.enable')
  await page.goto(subject.program.origin + subject.path, { waitUntil: 'networkidle' })
  await wire.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.evaluate(watchReplies, { words: subject.words, send: subject.send })
  let [taskMs, said] = [0, 0]
  for (let turn = 1; turn <= turns; turn++) {
    await page.locator(subject.box).pressSequentially(`say ${words} words every ${everyMs} ms`, { delay: 10 })
    const before = await taskTime(wire)
    await page.locator(subject.send).click()
    await waitForReply(page, turn)
    taskMs += (await taskTime(wire)) - before
    said += await wordsOf(page, subject.words)
  }
  const seen = await page.evaluate(() => window.seenReplies)
  await context.close()
  return { ...seen, taskMs, words: said }
}

/** Waits until words arrive, and then until none arrive for a while: a reply has a limit. */
async function waitForReply(page: Page, turn: number): Promise<void> {
  const started = performance.now()
  for (;;) {
    const { count, quietMs } = await page.evaluate(() => ({
      count: window.seenReplies.firstMs.length,
      quietMs: performance.now() - window.seenReplies.shownAt,
    }))
    if (count >= turn && quietMs > QUIET_MS) return
    if (performance.now() - started > 60_000) throw new Error(`no reply came (turn ${turn})`)
    await sleep(100)
  }
}

/** The number of words in the newest reply; each is a timestamp followed by a space. */
async function wordsOf(page: Page, selector: string): Promise<number> {
  const text = await page.locator(selector).last().textContent()
  return text?.match(/\d{13}\.\d{3}/g)?.length ?? 0
}

async function taskTime(wire: CDPSession): Promise<number> {
  const { metrics } = await wire.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}
