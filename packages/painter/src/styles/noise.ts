import { chance } from '../shapes.ts'

/** Noise on a square that repeats without a seam. */
export interface NoiseField {
  /** side of the square, in units of the page */
  size: number
  /** hills a unit, across and down */
  frequency: readonly [number, number]
  seed: string
}

const OCTAVES = 2

/** Gradient noise around one half, mostly within 0.2 of it; `unit` is the length of a unit in pixels. */
export function noiseField({ size, frequency, seed }: NoiseField, unit: number) {
  const side = Math.max(1, Math.round(size * unit))
  const levels = new Float32Array(side * side).fill(0.5)
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    const cells = frequency.map((hills) => Math.max(1, Math.round(hills * size)) << octave)
    addOctave(levels, side, cells as [number, number], chance(`${seed} ${octave}`), 0.5 / 2 ** octave)
  }
  return { levels, width: side, height: side }
}

/** Slopes at the corners of a lattice, smoothly joined. */
function addOctave(levels: Float32Array, side: number, cells: [number, number], next: () => number, height: number) {
  const [across, down] = cells
  const turns = Float32Array.from({ length: across * down }, () => next() * 2 * Math.PI)
  const slopesX = turns.map(Math.cos)
  const slopesY = turns.map(Math.sin)
  for (let index = 0; index < levels.length; index += 1) {
    const x = ((index % side) / side) * across
    const y = (Math.floor(index / side) / side) * down
    const [cellX, cellY] = [Math.floor(x), Math.floor(y)]
    const rise = (stepX: number, stepY: number) => {
      const corner = ((cellY + stepY) % down) * across + ((cellX + stepX) % across)
      return (slopesX[corner] ?? 0) * (x - cellX - stepX) + (slopesY[corner] ?? 0) * (y - cellY - stepY)
    }
    const [right, below] = [smooth(x - cellX), smooth(y - cellY)]
    const above = rise(0, 0) + (rise(1, 0) - rise(0, 0)) * right
    const under = rise(0, 1) + (rise(1, 1) - rise(0, 1)) * right
    levels[index] = (levels[index] ?? 0) + height * (above + (under - above) * below)
  }
}

const smooth = (share: number): number => share * share * (3 - 2 * share)
