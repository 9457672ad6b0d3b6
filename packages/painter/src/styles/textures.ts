import type { Pass, Pixels } from '../painting.ts'
import { channels } from '../shapes.ts'
import { PAGE_HEIGHT } from '../view.ts'
import { type NoiseField, noiseField } from './noise.ts'

/** Textures on small tiles that repeat without a seam. A tile is made once for each size of a page, and kept. */

/** A tile of levels, a byte each. */
interface Tile {
  data: Uint8Array
  width: number
  height: number
}

/** What a level of a tile makes of a level of the picture: 256 rows of 256. */
type Table = Uint8Array

/** Noise as spots of one colour: `slope` how hard their edges are, `at` how many there are, `share` how much they cover. */
interface Spots extends NoiseField {
  colour: string
  slope: number
  at: number
  share: number
}

/** A surface of noise with light on it, in degrees; what is level is almost white. */
interface Surface extends NoiseField {
  height: number
  azimuth: number
  elevation: number
  blend: keyof typeof BLENDS
  share: number
}

/** Spots of one colour over the whole page. */
export function spots({ colour, slope, at, share, ...field }: Spots): Pass {
  const tables = channels(colour).map((value) =>
    tableOf((spot, under) => under + (value - under) * (spot / 255) * share),
  )
  return cover(
    (unit) => shaped(noiseField(field, unit), (level) => 255 * (slope * level + at)),
    tables as [Table, Table, Table],
  )
}

/** The light on an uneven surface over the whole page. */
export function surface({ height, azimuth, elevation, blend, share, ...field }: Surface): Pass {
  const table = blended(blend, share)
  return cover((unit) => lit(noiseField(field, unit), height, azimuth, elevation), [table, table, table])
}

/** The threads of a canvas, so many units wide. */
export function canvas(thread: number, share: number): Pass {
  const table = blended('soft-light', share)
  return cover(
    (unit) => {
      const wide = Math.max(1, Math.round(thread * unit))
      const size = wide * 2
      const data = Uint8Array.from({ length: size * size }, (_, index) => {
        const [x, y] = [index % size, Math.floor(index / size)]
        return x < wide === y < wide ? 255 : 0
      })
      return { data, width: size, height: size }
    },
    [table, table, table],
  )
}

/** How a level over another looks, both 0–1, as the blend modes of CSS of the same names. */
const BLENDS = {
  multiply: (over: number, under: number): number => over * under,
  'soft-light': (over: number, under: number): number => {
    if (over <= 0.5) return under - (1 - 2 * over) * under * (1 - under)
    const raised = under <= 0.25 ? ((16 * under - 12) * under + 4) * under : Math.sqrt(under)
    return under + (2 * over - 1) * (raised - under)
  },
}

const blended = (blend: keyof typeof BLENDS, share: number): Table =>
  tableOf((over, under) => under + (BLENDS[blend](over / 255, under / 255) * 255 - under) * share)

const tableOf = (mixed: (over: number, under: number) => number): Table =>
  Uint8ClampedArray.from({ length: 65_536 }, (_, index) => mixed(index >> 8, index & 255)) as unknown as Table

function cover(makeTile: (unit: number) => Tile, [reds, greens, blues]: [Table, Table, Table]): Pass {
  // One for each size of a page that is painted, and those are three.
  const tiles = new Map<number, Tile>()
  return ({ data, width, height }: Pixels) => {
    const tile = tiles.get(height) ?? makeTile(height / PAGE_HEIGHT)
    tiles.set(height, tile)
    for (let y = 0, at = 0; y < height; y += 1) {
      const row = (y % tile.height) * tile.width
      for (let x = 0, column = 0; x < width; x += 1, at += 3) {
        const level = (tile.data[row + column] ?? 0) << 8
        data[at] = reds[level | (data[at] ?? 0)] ?? 0
        data[at + 1] = greens[level | (data[at + 1] ?? 0)] ?? 0
        data[at + 2] = blues[level | (data[at + 2] ?? 0)] ?? 0
        column = column + 1 === tile.width ? 0 : column + 1
      }
    }
  }
}

interface Levels {
  levels: Float32Array
  width: number
  height: number
}

function shaped({ levels, width, height }: Levels, shape: (level: number) => number): Tile {
  const data = new Uint8ClampedArray(levels.map(shape))
  return { data: new Uint8Array(data.buffer), width, height }
}

/** Light that falls on hills as high as the noise, from one side. */
function lit({ levels, width, height }: Levels, rise: number, azimuth: number, elevation: number): Tile {
  const [turn, lift] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  const [lightX, lightY, lightZ] = [Math.cos(turn) * Math.cos(lift), Math.sin(turn) * Math.cos(lift), Math.sin(lift)]
  const level = (x: number, y: number) => levels[((y + height) % height) * width + ((x + width) % width)] ?? 0
  const data = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const column = (at: number) => level(at, y - 1) + 2 * level(at, y) + level(at, y + 1)
      const row = (at: number) => level(x - 1, at) + 2 * level(x, at) + level(x + 1, at)
      const slopeX = (-rise * (column(x + 1) - column(x - 1))) / 4
      const slopeY = (-rise * (row(y + 1) - row(y - 1))) / 4
      const towards = (slopeX * lightX + slopeY * lightY + lightZ) / Math.hypot(slopeX, slopeY, 1)
      data[y * width + x] = 255 * 1.05 * towards
    }
  return { data: new Uint8Array(data.buffer), width, height }
}
