/**
 * DUR-01 and DUR-03: kills the server with SIGKILL while people chat and replies stream, starts it again, and checks
 * from outside that every acknowledged message exists exactly once, that no reply stays "streaming", that broken
 * replies are a beginning of what the model said, and that the ledger is balanced.
 *
 *   node soak/kill.ts [--kills 20] [--store embedded|postgres|both]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@everkin/server/platform/db/embedded.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { freePort, startPostgres } from '@everkin/testing/postgres-cluster.ts'
import { openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { startApp } from './app-process.ts'
import { ChatClient } from './chat-client.ts'
import { signIn } from './sign-in.ts'
import { findLostMessages, settledMessages } from './stored-chat.ts'

const CLIENTS = 4
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, store: { type: 'string', default: 'both' } },
})
const kills = Number(values.kills)
let failures = 0

if (values.store !== 'postgres') await verifyStore('embedded', null)
if (values.store !== 'embedded') {
  const cluster = await startPostgres()
  if (cluster) {
    await verifyStore('postgres', cluster.url)
    await cluster.stop()
  } else console.log('SKIPPED: kills on PostgreSQL, because no PostgreSQL server (15 or later) is installed')
}
process.exit(failures === 0 ? 0 : 1)

async function verifyStore(store: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'everkin-kill-'))
  const mailbox = await openMailbox()
  const model = await startModelServer({ behaviour: { mode: 'normal', words: 25, delayMs: 20 }, record: false })
  const environment = {
    DATA_DIR: dataDir,
    MESSAGE_PRICE: '1',
    PORT: String(await freePort()),
    RATE_LIMITS: 'off',
    NEW_ACCOUNT_MESSAGES: '1000000',
    FAIR_USE_MESSAGES_PER_DAY: '1000000',
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'everkin-test',
    SMTP_URL: mailbox.url,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  let app = await startApp(environment)
  const people = await Promise.all(
    Array.from({ length: CLIENTS }, (_, i) => signIn(app.origin, mailbox, `talker${i}@example.org`)),
  )
  const talkers = people.map(
    (person, i) =>
      new ChatClient({
        name: `talker ${i}`,
        url: `${app.origin.replace('http', 'ws')}/ws?token=${person.token}`,
        headers: { authorization: `Bearer ${person.secret}` },
        chatId: person.chatId,
      }),
  )
  for (const talker of talkers) talker.start()
  const restarts: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await sleep(700 + ((kill * 377) % 900))
    await app.kill('SIGKILL')
    app = await startApp(environment)
    restarts.push(Math.round(app.readyMs))
  }
  await sleep(1_000)
  await Promise.all(talkers.map((talker) => talker.finish(20_000)))
  const promised = talkers.reduce((sum, talker) => sum + talker.acknowledged.length, 0)
  for (const [i, person] of people.entries()) {
    const messages = await settledMessages(app.origin, person)
    for (const finding of findLostMessages(messages, talkers[i]!.acknowledged))
      fail(`${store}, talker ${i}: ${finding}`)
  }
  const code = await app.kill('SIGTERM')
  if (code !== 0) fail(`${store}: stopped with ${code} instead of 0`)
  await verifyLedger(store, dataDir, databaseUrl)
  await Promise.all([mailbox.close(), model.close()])
  rmSync(dataDir, { recursive: true, force: true })
  restarts.sort((a, b) => a - b)
  console.log(
    `${store}: ${kills} kills, ${promised} messages acknowledged; restart to ready ${restarts[restarts.length >> 1]} ms median, ${restarts.at(-1)} ms at most`,
  )
}

/** Checks that the ledger sums to zero, every balance is the sum of its entries, and no generation is left. */
async function verifyLedger(store: string, dataDir: string, databaseUrl: string | null): Promise<void> {
  const database = databaseUrl
    ? openPostgres(databaseUrl, () => undefined)
    : await openEmbedded(join(dataDir, 'database'))
  const [sum] = await database.query<{ total: number }>(
    'select coalesce(sum(amount), 0)::int as total from ledger_entry',
  )
  if (sum?.total !== 0) fail(`${store}: the ledger sums to ${sum?.total}`)
  const wrong = await database.query(
    `select a.id from ledger_account a where a.kind = 'person'
       and a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entry e where e.account_id = a.id)`,
  )
  if (wrong.length > 0) fail(`${store}: ${wrong.length} balances are not the sum of their entries`)
  const left = await database.query('select 1 from generation')
  if (left.length > 0) fail(`${store}: ${left.length} generations were left behind`)
  await database.close()
}

function fail(line: string): void {
  failures += 1
  console.error(`FAIL ${line}`)
}
