/**
 * Breaks sound character files in 100,000 ways and gives each to the thread that reads them, and each picture among them
 * to what paints uploads anew: none may end the process, take more than a second’s work, hold more than 512 MB, or be read as
 * something that does not come back the same when it is written.
 *
 *   node soak/card-files.ts [--files 100000] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { CardFileRejected, readCardFile } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import { createCardWorkerClient } from '@everkin/server/modules/card-files/module.ts'
import { detectImageKind, ImageRejected } from '@everkin/server/modules/media/module.ts'
import { createImageReencoder } from '@everkin/server/providers/media/reencode-image.ts'
import { brokenFile, seededNumbers, soundFiles } from '@everkin/testing/card-files/card-file-fuzz.ts'

const MAX_READ_MS = 1_000
const MAX_MEMORY = 512 * 1024 * 1024
/** Painting costs a hundred times what reading does: of the pictures so many are tried. */
const PAINTED_OF = 20
const { values } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const files = Number(values.files)
const seed = Number(values.seed)
const [chance, sound] = [seededNumbers(seed), soundFiles()]
const reader = createCardWorkerClient()
const repaint = createImageReencoder()
const found = new Map<string, number>()
let [read, refused, painted, slowest, memory] = [0, 0, 0, 0, 0]

const started = performance.now()
// The thread starts with the first file, which is not what is timed.
await reader.request('readCard', { bytes: sound[0] ?? Buffer.alloc(0) })
for (let index = 0; index < files; index++) {
  const bytes = brokenFile(sound, chance)
  const begun = process.cpuUsage()
  await tryCard(index, bytes)
  if (index % PAINTED_OF === 0 && detectImageKind(bytes) !== null) await tryPicture(index, bytes)
  // Work, not waiting: others may be at this machine, too.
  const { user, system } = process.cpuUsage(begun)
  const took = (user + system) / 1000
  slowest = Math.max(slowest, took)
  if (took > MAX_READ_MS) fault(index, `worked ${Math.round(took)} ms`)
  if (index % 500 === 0) {
    memory = Math.max(memory, process.memoryUsage().rss)
    if (memory > MAX_MEMORY) fault(index, 'more than 512 MB')
  }
}
await reader.close()
console.log(
  `${files} files in ${Math.round((performance.now() - started) / 1000)} s: ${read} read, ${refused} refused, ${painted} painted; slowest ${Math.round(slowest)} ms, most memory ${Math.round(memory / 2 ** 20)} MB, ${found.size} kinds of fault (seed ${seed})`,
)
process.exit(found.size === 0 ? 0 : 1)

async function tryCard(index: number, bytes: Buffer): Promise<void> {
  try {
    const card = await reader.request('readCard', { bytes })
    read += 1
    const out = await reader.request('write', {
      wish: {
        format: 'json',
        version: 3,
        original: bytes,
        is: card.fields,
        own: card.own,
        picture: null,
        creator: 'x',
        source: 'everkin:1',
        createdAt: new Date(0),
        now: new Date(0),
      },
    })
    if (JSON.stringify(sorted(readCardFile(out, LIMITS).fields)) !== JSON.stringify(sorted(card.fields)))
      fault(index, 'comes back as something else')
  } catch (error) {
    if (!(error instanceof CardFileRejected)) fault(index, error instanceof Error ? error.message : 'unknown')
    else if (error.why === 'too_slow') fault(index, 'too slow')
    else refused += 1
  }
}

async function tryPicture(index: number, bytes: Buffer): Promise<void> {
  try {
    await repaint(bytes, 'card')
    painted += 1
  } catch (error) {
    if (!(error instanceof ImageRejected)) fault(index, error instanceof Error ? error.message : 'unknown')
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}

function fault(index: number, what: string): void {
  if (!found.has(what)) console.error(`FAIL file ${index}: ${what}`)
  found.set(what, (found.get(what) ?? 0) + 1)
}
