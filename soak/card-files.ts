/**
 * Corrupts valid character files in 100,000 ways and gives each to the worker that reads them, and each image among
 * them to the code that re-encodes uploads. None may end the process, take more than a second of CPU time, use more
 * than 512 MB, or be read as something that does not survive a round trip.
 *
 *   node soak/card-files.ts [--files 100000] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { CardFileRejected, readCardFile } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import { createCardWorkerClient } from '@everkin/server/modules/card-files/card-worker-client.ts'
import { detectImageKind, ImageRejected } from '@everkin/server/modules/media/module.ts'
import { createImageReencoder } from '@everkin/server/providers/media/reencode-image.ts'
import { brokenFile, seededNumbers, soundFiles } from '@everkin/testing/card-files/card-file-fuzz.ts'

const MAX_READ_MS = 1_000
const MAX_MEMORY = 512 * 1024 * 1024
/** Re-encoding costs a hundred times what reading does, so only this many images are tried. */
const PAINTED_OF = 20
const { values } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const files = Number(values.files)
const seed = Number(values.seed)
const [chance, sound] = [seededNumbers(seed), soundFiles()]
const reader = createCardWorkerClient()
const reencodeImage = createImageReencoder()
const found = new Map<string, number>()
let [read, refused, painted, slowest, memory] = [0, 0, 0, 0, 0]

const started = performance.now()
// The worker starts with the first file; its start is not measured.
await reader.request('soak', 'readCard', { bytes: sound[0] ?? Buffer.alloc(0) })
for (let index = 0; index < files; index++) {
  const bytes = brokenFile(sound, chance)
  const begun = process.cpuUsage()
  await tryCard(index, bytes)
  if (index % PAINTED_OF === 0 && detectImageKind(bytes) !== null) await tryPicture(index, bytes)
  // CPU time, not elapsed time: other programs may be running on this machine.
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
  `${files} files in ${Math.round((performance.now() - started) / 1000)} s: ${read} read, ${refused} rejected, ${painted} re-encoded; slowest ${Math.round(slowest)} ms, most memory ${Math.round(memory / 2 ** 20)} MB, ${found.size} kinds of fault (seed ${seed})`,
)
process.exit(found.size === 0 ? 0 : 1)

async function tryCard(index: number, bytes: Buffer): Promise<void> {
  try {
    const card = await reader.request('soak', 'readCard', { bytes })
    read += 1
    const out = await reader.request('soak', 'write', {
      file: {
        format: 'json',
        version: 3,
        original: bytes,
        fields: card.fields,
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
    await reencodeImage(bytes, 'card')
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
