import { existsSync } from 'node:fs'
import { buildWhenNeeded } from '../build.ts'
import { runNode } from '../run.ts'

/** The programs of `bench/`; each reports what it cannot measure on this machine. */
const BENCHES = [
  'first-word',
  'prepared-reply',
  'load',
  'scaling',
  'sign-in',
  'open-chat',
  'search-chats',
  'explore',
  'plans',
  'cached-pages',
  'idle-sockets',
  'first-load',
  'pages',
  'chat-screen',
  'turn-bytes',
  'recall',
  'start',
  'voice',
  'painter',
]

/** Takes long, so it runs only when it is named. */
const ON_REQUEST = ['busy-memory']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => ![...BENCHES, ...ON_REQUEST].includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark called ${unknown.join(' or ')}. Benchmarks: ${[...BENCHES, ...ON_REQUEST].join(', ')}.`,
  )
  process.exit(1)
}
const built = await buildWhenNeeded()
if (built !== 0) process.exit(built)

let failures = 0
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  const file = `bench/${name}.ts`
  if (!existsSync(file)) {
    console.log(`SKIPPED: ${name}, because ${file} is not there`)
    continue
  }
  console.log(`\n## ${name}`)
  // Everkin runs in production mode here, and so does every baseline.
  const code = await runNode([file], { NODE_ENV: 'production' })
  if (code !== 0) {
    console.error(`FAILED: ${name} ended with ${code}`)
    failures += 1
  }
}
process.exit(failures === 0 ? 0 : 1)
