/**
 * What the page sends for a turn, in real Chromium (PERF-U5): bytes of websocket frames compared with those of the
 * message itself, and the HTTP requests on the turn's path, in a chat of 20 and one of 10,000 messages.
 *
 *   npm run bench turn-bytes
 */
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import type { Browser } from '@playwright/test'
import { cookiesOf, openBrowser, SCREENS } from './measure/browser.ts'
import { type LongChat, storeLongChat } from './measure/long-chat.ts'
import type { MeasuredProcess } from './measure/processes.ts'
import { heading, median, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const TURNS = Number(process.env.TURNS ?? 7)
const SIZES = [20, 10_000]
const MESSAGE = 'And then the ferry came back after all, did it?'

interface Turn {
  bytesUp: number
  frames: number
  httpRequests: string[]
}

const browser = await openBrowser()
if (!browser) {
  console.log('SKIPPED: bytes of a turn, because there is no browser')
  process.exit(0)
}
const stores = openStores()
const store = (await stores.postgres('turn_bytes')) ?? stores.embedded()
const model = await startModelServer({ behaviour: { mode: 'normal', words: 12, delayMs: 10 }, record: false })
const chats: LongChat[] = []
let session = { token: '', secret: '' }
await store.fill(async (database) => {
  const now = new Date()
  const signedIn = await createSignedInTestPerson(database, { now, createdAt: now, messages: 1_000 })
  session = signedIn
  for (const messages of SIZES) {
    chats.push(await storeLongChat(database, { id: `benchturn${messages}`, personId: signedIn.person.id, messages }))
  }
})
const everkin = await store.startEverkin({ MODEL_BASE_URL: model.url, MODEL_NAME: 'everkin-test' })

heading(
  `A turn's way up (${TURNS} turns in each chat; medians; the message alone is the baseline)`,
  'messages in the chat',
  'bytes of the message',
  'bytes up',
  'bytes beside the message',
  'ratio to the message',
  'frames up',
  'HTTP requests in all turns',
)
const own = Buffer.byteLength(MESSAGE)
for (const chat of chats) {
  const turns = await takeTurns(browser, everkin, chat)
  const bytes = median(turns.map(({ bytesUp }) => bytesUp))
  const requests = turns.flatMap(({ httpRequests }) => httpRequests)
  row(
    chat.messages,
    own,
    bytes,
    bytes - own,
    bytes / own,
    median(turns.map(({ frames }) => frames)),
    requests.length === 0 ? 0 : `${requests.length}: ${[...new Set(requests)].join(', ')}`,
  )
}
await browser.close()
await everkin.stop()
await model.close()
await stores.close()
process.exit(0)

/** Sends the message repeatedly, each time after the previous reply is complete. */
async function takeTurns(browser: Browser, everkin: MeasuredProcess, chat: LongChat): Promise<Turn[]> {
  const context = await browser.newContext({ ...SCREENS[1]!.options, locale: 'en-GB' })
  await context.addCookies(cookiesOf(session, everkin.origin))
  const page = await context.newPage()
  let turn: Turn = { bytesUp: 0, frames: 0, httpRequests: [] }
  let completed = 0
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      turn.bytesUp += Buffer.byteLength(payload)
      turn.frames += 1
    })
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{"type":"message.completed"')) completed += 1
    })
  })
  page.on('request', (request) => turn.httpRequests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${everkin.origin}/chat?chat_id=${chat.id}`)
  const composer = page.getByRole('textbox', { name: /^Message / })
  const turns: Turn[] = []
  for (let taken = -1; taken < TURNS; taken++) {
    await composer.fill(MESSAGE)
    if (taken < 0) await page.waitForTimeout(1_500) // requests that belong to opening the chat do not count for the turn
    turn = { bytesUp: 0, frames: 0, httpRequests: [] }
    const before = completed
    await page.getByRole('button', { name: 'Send' }).click()
    for (let waited = 0; completed === before; waited++) {
      if (waited > 500) throw new Error('the reply never arrived')
      await page.waitForTimeout(20)
    }
    if (taken >= 0) turns.push(turn) // the first turn warms up
  }
  await context.close()
  return turns
}
