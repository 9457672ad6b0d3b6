/**
 * How long the built-in painter takes for one image, from the prompt to the finished WebP, in every style and size,
 * compared with rasterising one of the library's portraits at the same size; and for a clip of an album. CPU time is
 * that of all threads, which is what matters on a machine that does other work too.
 *
 *   npm run bench painter
 */
import { readFileSync } from 'node:fs'
import { PAINTER_STYLES } from '@everkin/painter/paint-portrait.ts'
import { createBuiltInPainter } from '@everkin/server/providers/image-model/built-in.ts'
import { paintAlbumItem } from '@everkin/server/providers/image-model/library-albums.ts'
import { IMAGE_DIMENSIONS } from '@everkin/server/providers/image-model/rasterize.ts'
import sharp from 'sharp'
import { heading, median, pairedRatio, percentile, row } from './measure/statistics.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const PROMPT = 'a 58 year old baker with a silver beard and blue eyes, warm smile, in a bakery by candle light'
const portrait = readFileSync(new URL('../library/portraits/lucien.svg', import.meta.url))
const painter = createBuiltInPainter()

heading(
  `One picture of the built-in painter (${ROUNDS} rounds, one at a time)`,
  'style',
  'size',
  'p50, ms',
  'p95, ms',
  'processor, ms',
  'kB',
  "library's portrait, ms",
  'its processor, ms',
  'ratio of processor',
)
await paint('lamplight', 'portrait', 0)
for (const size of ['portrait', 'square', 'landscape'] as const) await report('lamplight', size)
for (const style of PAINTER_STYLES.slice(1)) await report(style, 'portrait')

const begun = performance.now()
const clip = await paintAlbumItem('yuki', 'clip')
console.log(
  `\nA clip of ${(clip.durationMs ?? 0) / 1000} s: ${Math.round(performance.now() - begun)} ms, ${Math.round(clip.bytes.length / 1000)} kB.`,
)

async function report(style: string, size: keyof typeof IMAGE_DIMENSIONS): Promise<void> {
  const ours: Timed[] = []
  const theirs: Timed[] = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await timed(async () => {
      bytes = (await paint(style, size, round)).length
    })
    ours.push(made)
    // The baseline is in the same round: what slows down one slows down the other.
    theirs.push(await timed(() => drawLibraryPortrait(size)))
  }
  const shape = `${IMAGE_DIMENSIONS[size].width} × ${IMAGE_DIMENSIONS[size].height}`
  const [times, theirTimes] = [ours, theirs].map((list) => list.map(({ ms }) => ms)) as [number[], number[]]
  const [work, theirWork] = [ours, theirs].map((list) => list.map(({ cpu }) => cpu)) as [number[], number[]]
  row(
    style,
    shape,
    median(times),
    percentile(times, 0.95),
    median(work),
    bytes / 1000,
    median(theirTimes),
    median(theirWork),
    pairedRatio(work, theirWork),
  )
}

async function paint(styleId: string, size: keyof typeof IMAGE_DIMENSIONS, round: number): Promise<Uint8Array> {
  const request = { prompt: PROMPT, styleId, size, seed: `bench ${round}`, index: round }
  const made = await painter.generate(request, { signal: new AbortController().signal, onProgress: () => undefined })
  return made.bytes
}

function drawLibraryPortrait(size: keyof typeof IMAGE_DIMENSIONS): Promise<unknown> {
  const { width, height } = IMAGE_DIMENSIONS[size]
  return sharp(portrait, { density: (72 * height) / 800 })
    .resize(width, height, { fit: 'cover' })
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
}

interface Timed {
  ms: number
  /** CPU time of all threads, ms */
  cpu: number
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - start, cpu: (user + system) / 1000 }
}
