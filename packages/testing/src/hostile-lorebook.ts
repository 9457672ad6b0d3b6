/** A card of 1 MiB, less what a call has besides the book. */
const MAX_BOOK_BYTES = 1024 * 1024 - 40_000

/** As many entries as a call with a card may have. */
function full(entryAt: (index: number) => object, book: object = {}): object {
  const entries: object[] = []
  let size = 200
  for (let index = 0; index < 10_000; index++) {
    const entry = { content: 'x', ...entryAt(index) }
    size += Buffer.byteLength(JSON.stringify(entry)) + 1
    if (size > MAX_BOOK_BYTES) break
    entries.push(entry)
  }
  return { scan_depth: 50, ...book, entries }
}

const keys = (count: number, keyAt: (index: number) => string) => Array.from({ length: count }, (_, at) => keyAt(at))

/** Letters without a pattern, always the same, so that a matching automaton has to build many states. */
function noise(length: number): string {
  let state = 7
  let text = ''
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += state < 1_073_741_824 ? 'a' : 'b'
  }
  return text
}

const words = 'a '.repeat(4000)

/**
 * Lorebooks that fit into a card and would take seconds or minutes without limits, each with a text that triggers it.
 */
export const HOSTILE_LOREBOOKS: Readonly<Record<string, { book: object; text: string }>> = {
  'repetitions in repetitions': {
    book: full((i) => ({ use_regex: true, keys: keys(64, (k) => `(a{0,30}){30}b${i}_${k}`) })),
    text: 'a'.repeat(8000),
  },
  'one entry with every pattern': {
    book: { entries: [{ use_regex: true, content: 'x', keys: keys(45_000, (k) => `(a{0,30}){30}b${k}`) }] },
    text: 'a'.repeat(8000),
  },
  'patterns with endless states': {
    book: full((i) => ({ use_regex: true, keys: keys(5, (k) => `[ab]*a[ab]{${30 + ((i * 5 + k) % 150)}}c`) })),
    text: noise(8000),
  },
  'classes that are costly to compile': {
    book: full((i) => ({ use_regex: true, keys: keys(4, () => `${'\\pL'.repeat(60)}${i}`) })),
    text: 'a'.repeat(8000),
  },
  'keys that begin alike': {
    book: full((i) => ({ keys: keys(64, (k) => `a ${i * 64 + k}`) })),
    text: words,
  },
  'one key over and over': { book: full(() => ({ keys: keys(64, () => 'a') })), text: words },
  'keys of every length': {
    book: full((i) => ({ keys: keys(20, (k) => 'a '.repeat(1 + ((i * 20 + k) % 99)) + i) })),
    text: words,
  },
  'keys of signs': {
    book: full((i) => ({ keys: keys(20, (k) => `${'!'.repeat(30 + ((i + k) % 160))}?`) })),
    text: '!'.repeat(8000),
  },
  emoji: {
    book: full((i) => ({ keys: keys(64, (k) => String.fromCodePoint(0x1f300 + ((i * 64 + k) % 600))) })),
    text: '🔥'.repeat(4000),
  },
  'Han, with case and without': {
    book: full((i) => ({
      keys: keys(40, (k) => `昨${String.fromCodePoint(0x4e00 + ((i * 40 + k) % 20_000))}`),
      case_sensitive: i % 2 === 0,
    })),
    text: '昨天小明来了'.repeat(1300),
  },
  decorators: { book: { entries: [{ keys: ['a'], content: `${'@@x\n'.repeat(200_000)}y` }] }, text: words },
  'macros of the clock': {
    book: full(() => ({ keys: ['a'], content: '{{time}}{{date}}'.repeat(200) }), { recursive_scanning: true }),
    text: words,
  },
  'entries that call each other': {
    book: full((i) => ({ keys: [`k${i}`, `a ${i}`], content: `k${i + 1} a `.repeat(30) }), {
      recursive_scanning: true,
    }),
    text: `k0 ${words.slice(4)}`,
  },
}

/**
 * The limit of such an input is 100 ms. A machine that does other work needs up to twice as long, and what is not linear
 * needs far longer.
 */
export const MAX_CPU_MS = 200

/** The CPU time of this thread for a piece of work, the lower of two runs. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 2; run++) {
    const from = threadMs()
    await work()
    best = Math.min(best, threadMs() - from)
  }
  return best
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}
