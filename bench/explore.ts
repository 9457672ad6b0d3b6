/**
 * Explore and its search with 1,000, 10,000 and 100,000 cards on PostgreSQL (PERF-D4), and the page `/` compared with a
 * minimal server that renders forty cards with React.
 *
 *   npm run bench explore
 */
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { createClient, type Fetched, type Get, sessionHeaders } from './measure/http-client.ts'
import { COMMON_NAMES, storeManyCards } from './measure/many-cards.ts'
import { type MeasuredProcess, startProgram } from './measure/processes.ts'
import { cpuMs, heading, median, pairedRatio, percentile, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const SIZES = (process.env.SIZES ?? '1000,10000,100000').split(',').map(Number)
const ROUNDS = Number(process.env.ROUNDS ?? 9)
const REPETITIONS = 20
const PAGES_A_ROUND = 60
const LIST = '/api/chat.Single/cardList?limit=40'

interface Library {
  cards: number
  everkin: MeasuredProcess
  visitor: Get
  person: Get
}

interface Kind {
  name: string
  path: (turn: number) => string
  isSignedIn?: boolean
}

interface Samples {
  p50: number[]
  p95: number[]
  bytes: number
  found: number
}

const turnOf = (items: readonly string[]) => (turn: number) => items[turn % items.length] ?? ''
const search = (wordOf: (turn: number) => string, rest = '') => {
  return (turn: number) => `${LIST}${rest}&q=${encodeURIComponent(wordOf(turn))}`
}
/** The name with two neighbouring letters swapped. */
const slipped = (name: string) => `${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}`

const LISTS: Kind[] = [
  { name: 'list: popular, visitor', path: () => LIST },
  { name: 'list: for you, signed in', path: () => LIST, isSignedIn: true },
  { name: 'list: new', path: () => `${LIST}&sort=new` },
  { name: 'list: tag', path: () => `${LIST}&tag=fantasy` },
  { name: 'list: gender', path: () => `${LIST}&gender=female` },
  { name: 'list: tag and gender', path: () => `${LIST}&tag=mystery&gender=male` },
]
const SEARCHES: Kind[] = [
  { name: 'search: name', path: search(turnOf(COMMON_NAMES.latin)) },
  { name: 'search: beginning of a name', path: search(turnOf(COMMON_NAMES.latin.map((name) => name.slice(0, 4)))) },
  { name: 'search: typing slip', path: search(turnOf(COMMON_NAMES.latin.map(slipped))) },
  { name: 'search: name and tag', path: search(turnOf(COMMON_NAMES.latin), '&tag=comedy') },
  { name: 'search: no hit', path: search((turn) => `xyqqwv${'bcdfg'[turn % 5]}k`) },
  { name: 'search: Arabic', path: search(turnOf(COMMON_NAMES.arabic)) },
  { name: 'search: Japanese and Chinese', path: search(turnOf(COMMON_NAMES.cjk)) },
]

const stores = openStores()
const libraries: Library[] = []
for (const cards of SIZES) {
  const library = await openLibrary(cards)
  if (library) libraries.push(library)
}
if (libraries.length === 0) console.log('SKIPPED: Explore, because no PostgreSQL server is installed')
else {
  await measureLists()
  await measurePage()
}
for (const { everkin } of libraries) await everkin.stop()
await stores.close()
process.exit(0)

async function openLibrary(cards: number): Promise<Library | null> {
  const store = await stores.postgres(`cards_${cards}`)
  if (!store) return null
  let session = { token: '', secret: '' }
  await store.fill(async (database) => {
    const now = new Date()
    session = await createSignedInTestPerson(database, { now, createdAt: now })
    await storeManyCards(database, cards)
    await database.query('vacuum analyze')
  })
  const everkin = await store.startEverkin()
  const { origin } = everkin
  return { cards, everkin, visitor: createClient(origin), person: createClient(origin, sessionHeaders(session)) }
}

async function measureLists(): Promise<void> {
  const kinds = [...LISTS, ...SEARCHES]
  const samples = new Map(
    kinds.map((kind) => [kind, libraries.map((): Samples => ({ p50: [], p95: [], bytes: 0, found: 0 }))]),
  )
  for (const kind of kinds) for (const library of libraries) await repeat(library, kind)
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of kinds) {
      const order = [...libraries.keys()]
      for (const at of round % 2 === 0 ? order : order.reverse()) {
        const { times, last } = await repeat(libraries[at]!, kind)
        const kept = samples.get(kind)![at]! // filled above for every kind and library
        kept.p50.push(median(times))
        kept.p95.push(percentile(times, 0.95))
        kept.bytes = last.bytes
        kept.found = (JSON.parse(last.text()) as { data: { list: unknown[] } }).data.list.length // the contract's list
      }
    }
  }
  heading(
    `Lists and search (${ROUNDS} rounds of ${REPETITIONS}; compressed as a browser asks for it)`,
    'what',
    'cards',
    'found',
    'p50 ms',
    'ratio to the smallest',
    'p95 ms',
    'ratio to the smallest',
    'bytes sent',
  )
  for (const kind of kinds) {
    const [base] = samples.get(kind)!
    for (const [at, own] of samples.get(kind)!.entries()) {
      row(
        kind.name,
        libraries[at]!.cards,
        own.found,
        median(own.p50),
        pairedRatio(own.p50, base!.p50),
        median(own.p95),
        pairedRatio(own.p95, base!.p95),
        own.bytes,
      )
    }
  }
  heading('Forty cards', 'cards in all', 'raw bytes', 'gzip', 'br')
  for (const { cards, visitor } of libraries) {
    const sizes: number[] = []
    for (const encoding of ['identity', 'gzip', 'br']) {
      sizes.push((await visitor(LIST, { 'accept-encoding': encoding })).bytes)
    }
    row(cards, ...sizes)
  }
}

async function repeat(library: Library, kind: Kind): Promise<{ times: number[]; last: Fetched }> {
  const get = kind.isSignedIn ? library.person : library.visitor
  const times: number[] = []
  for (let turn = 0; ; turn++) {
    const path = kind.path(turn)
    const answer = await get(path)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    times.push(answer.ms)
    if (times.length === REPETITIONS) return { times, last: answer }
  }
}

async function measurePage(): Promise<void> {
  const bare = await startProgram('bench/bare-page.ts', { environment: { CARDS: '40' } })
  const sides = [
    { name: 'bare: React draws 40 cards', pid: bare.pid, get: createClient(bare.origin) },
    ...libraries.map(({ cards, everkin, visitor }) => ({
      name: `page / with ${cards} cards`,
      pid: everkin.pid,
      get: visitor,
    })),
  ]
  const samples = sides.map(() => ({ ms: [] as number[], cpu: [] as number[], bytes: 0 }))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [at, side] of sides.entries()) {
      const times: number[] = []
      const cpu = cpuMs(side.pid)
      for (let i = 0; i < PAGES_A_ROUND; i++) {
        const answer = await side.get('/', { 'accept-encoding': 'identity' })
        times.push(answer.ms)
        samples[at]!.bytes = answer.bytes
      }
      if (round < 0) continue // the first round warms up
      samples[at]!.ms.push(median(times))
      samples[at]!.cpu.push((cpuMs(side.pid) - cpu) / PAGES_A_ROUND)
    }
  }
  heading(
    `The page / (${ROUNDS} rounds of ${PAGES_A_ROUND}, not compressed)`,
    'what',
    'p50 ms',
    'ratio',
    'CPU ms',
    'ratio',
    'raw bytes',
  )
  for (const [at, side] of sides.entries()) {
    const [base] = samples
    const own = samples[at]!
    row(
      side.name,
      median(own.ms),
      pairedRatio(own.ms, base!.ms),
      median(own.cpu),
      median(own.cpu) / median(base!.cpu),
      own.bytes,
    )
  }
  await bare.stop()
}
