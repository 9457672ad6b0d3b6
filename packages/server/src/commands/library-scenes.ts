import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { KNOWN_IDS } from '@everkin/painter/known/ids.ts'
import { paintPortrait } from '@everkin/painter/paint-portrait.ts'
import sharp from 'sharp'
import { LIBRARY_FOLDER, sceneFile } from '../platform/library-file.ts'

/** A landscape with its character at the right, so that words have room beside it. */
interface LibraryScene {
  id: string
  /** its name among the built images */
  name: string
  /** SVG */
  drawing: () => string
}

const FIGURE_AT = 0.64

/** The scenes of the library's characters. */
export function libraryScenes(): LibraryScene[] {
  return KNOWN_IDS.map((id) => ({
    id,
    name: sceneFile(id).replace('.svg', ''),
    drawing: () => paintPortrait({ kind: 'known', id }, { size: 'landscape', frame: 'wide', figureAt: FIGURE_AT }),
  }))
}

/** Colours of a scene as `#rrggbb`: of its left edge, its lower edge, and of its left part, where nobody stands. */
export interface SceneColors {
  edge: string
  foot: string
  tint: string
}

/** The colours of all scenes of the library, by the id of the card: characters, then groups (their covers). */
export async function measureScenes(): Promise<Record<string, SceneColors>> {
  const folder = new URL('covers/', LIBRARY_FOLDER)
  const drawings = new Map([
    ...libraryScenes().map(({ id, drawing }) => [id, drawing()] as const),
    ...readdirSync(folder).map(
      (file) => [file.replace('.svg', ''), readFileSync(new URL(file, folder), 'utf8')] as const,
    ),
  ])
  const measured: Record<string, SceneColors> = {}
  for (const [id, drawing] of drawings) measured[id] = await measure(drawing)
  return measured
}

const SIDE = 64

async function measure(svg: string): Promise<SceneColors> {
  const { data } = await sharp(Buffer.from(svg))
    .resize(SIDE, SIDE, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    edge: average(data, ({ x }) => x < 3),
    foot: average(data, ({ y }) => y >= SIDE - 3),
    tint: average(data, ({ x, y }) => x < SIDE / 3 && y < SIDE * 0.8),
  }
}

function average(data: Buffer, isIn: (pixel: { x: number; y: number }) => boolean): string {
  const sum = [0, 0, 0]
  let count = 0
  for (let at = 0; at < SIDE * SIDE; at++) {
    if (!isIn({ x: at % SIDE, y: Math.floor(at / SIDE) })) continue
    count++
    for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[at * 3 + channel] ?? 0)
  }
  return `#${sum
    .map((total) =>
      Math.round(total / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

// To be run when the scenes of the painter or the covers of groups have changed.
if (process.argv[1] === import.meta.filename) {
  const file = new URL('scene-colors.json', LIBRARY_FOLDER)
  writeFileSync(file, `${JSON.stringify(await measureScenes(), null, 2)}\n`)
}
