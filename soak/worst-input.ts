/**
 * LAG-01: sends the worst allowed input to every operation of a real server, and reads from its metrics how long each
 * held the event loop. Prints the longest pause of every operation; fails when one is over 100 ms three times in a row,
 * each time on a fresh process. Pages are not part of it.
 *
 *   node soak/worst-input.ts [--only lorebooks,memory] [--attempts 3] [--all]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ERRORS } from '@everkin/contract/errors.ts'
import { MAX_PAUSE_MS } from '@everkin/server/platform/monitoring/event-loop-monitor.ts'
import { freePort } from '@everkin/testing/postgres-cluster.ts'
import { openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { startApp } from './app-process.ts'
import { entriesOf, rowsOfCards, rowsOfFiles, rowsOfSavedCard, saveRow } from './worst-input/card-rows.ts'
import { rowsOfFrames, rowsOfImports } from './worst-input/chat-rows.ts'
import { rowsOfContract } from './worst-input/contract-rows.ts'
import { rowsOfLorebooks, rowsOfOwnLorebooks } from './worst-input/lorebook-rows.ts'
import { rowsOfMemory } from './worst-input/memory-rows.ts'
import { rowsOfPresetFiles } from './worst-input/preset-rows.ts'
import { signInWorstClient, sleep } from './worst-input/worst-client.ts'
import { type MadeIds, WORDS, type WorstRow } from './worst-input/worst-row.ts'

/** Rows by group, in the order in which they run. */
const ROW_GROUPS: Readonly<Record<string, () => WorstRow[]>> = {
  lorebooks: () => [...rowsOfLorebooks(), ...rowsOfOwnLorebooks()],
  cards: () => [...rowsOfCards(), ...rowsOfSavedCard()],
  files: rowsOfFiles,
  memory: rowsOfMemory,
  imports: rowsOfImports,
  presets: rowsOfPresetFiles,
  frames: rowsOfFrames,
  contract: rowsOfContract,
  /** A few of the others, for every test run. */
  heaviest: () => [
    saveRow('a lorebook of short words', { definition: { character_book: { entries: entriesOf(WORDS) } } }),
    ...rowsOfLorebooks().filter(({ input }) => input.endsWith('Han, with case and without')),
    ...rowsOfMemory().slice(-9),
  ],
}

/** The monitor samples this often, at most. */
const SAMPLE_MS = 60
/** Answers to inputs that nothing was done with, so that nothing was measured. */
const UNMEASURED: readonly (number | null)[] = [ERRORS.NotSignedIn.code, ERRORS.TooLarge.code]
/** It takes a token of its own. */
const WITHOUT_SESSION = ['GET /api/chat/getStreamAudio']

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: Object.keys(ROW_GROUPS)
        .filter((name) => name !== 'heaviest')
        .join(),
    },
    attempts: { type: 'string', default: '3' },
    all: { type: 'boolean', default: false },
  },
})
const [mailbox, models] = await Promise.all([openMailbox(), startModelServer({ record: false })])
const environment = {
  DATA_DIR: mkdtempSync(join(tmpdir(), 'everkin-worst-')),
  PORT: String(await freePort()),
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  SMTP_URL: mailbox.url,
  MODEL_BASE_URL: models.url,
  MODEL_CONTEXT: '200000',
}
let app = await startApp(environment, 'soak/api-server.ts')
const client = await signInWorstClient(app.origin, mailbox, 'worst@example.org')

const made: MadeIds = {}
const longest = new Map<string, { pauseMs: number; input: string }>()
let failures = 0
for (const name of values.only.split(',')) {
  const rows = ROW_GROUPS[name]?.()
  if (!rows) throw new Error(`no such rows: ${name}`)
  for (const row of rows) await runRow(row)
}
for (const [operation, { pauseMs, input }] of [...longest].sort(([, one], [, other]) => other.pauseMs - one.pauseMs))
  if (pauseMs > 0 || values.all) console.log(`${String(Math.round(pauseMs)).padStart(5)} ms  ${operation}  (${input})`)
console.log(`${longest.size} operations, ${failures} over ${MAX_PAUSE_MS} ms`)
await app.kill('SIGTERM')
await Promise.all([mailbox.close(), models.close()])
rmSync(environment.DATA_DIR, { recursive: true, force: true })
process.exit(failures === 0 ? 0 : 1)

/** Runs a row; when the server pauses for too long, again on a fresh process, and the shortest pause counts. */
async function runRow(row: WorstRow): Promise<void> {
  let shortest = new Map<string, number>()
  for (let attempt = 1; attempt <= Number(values.attempts); attempt++) {
    const pauses = await pausesOf(row)
    shortest =
      attempt === 1
        ? pauses
        : new Map([...shortest].map(([operation, ms]) => [operation, Math.min(ms, pauses.get(operation) ?? 0)]))
    if ([...shortest.values()].every((ms) => ms <= MAX_PAUSE_MS)) break
    if (attempt === Number(values.attempts)) break
    await app.kill('SIGTERM')
    app = await startApp(environment, 'soak/api-server.ts')
  }
  for (const [operation, pauseMs] of shortest) {
    if (pauseMs > MAX_PAUSE_MS) {
      failures += 1
      console.error(`FAIL ${Math.round(pauseMs)} ms  ${operation}, while sending to ${row.operation}: ${row.input}`)
    }
    if (pauseMs >= (longest.get(operation)?.pauseMs ?? 0)) longest.set(operation, { pauseMs, input: row.input })
  }
}

/** How long operations held the event loop while a row ran, as far as the server's longest pauses have grown. */
async function pausesOf(row: WorstRow): Promise<Map<string, number>> {
  const before = await client.pauses()
  const code = await row.run(client, made)
  await sleep(SAMPLE_MS)
  const after = await client.pauses()
  if (values.all) console.log(`  ${row.operation} (${row.input}): ${code ?? '-'}`)
  if (UNMEASURED.includes(code) && !WITHOUT_SESSION.includes(row.operation))
    throw new Error(`${row.operation} (${row.input}) was refused: ${code}`)
  const grown = [...after].filter(([operation, ms]) => ms > (before.get(operation) ?? 0))
  return new Map([[row.operation, 0], ...grown])
}
