import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Int8Rows, LANES } from './int8-simd.ts'
import { VectorIndex } from './vector-index.ts'

/** Random numbers in [0, 1) that are the same for the same seed (mulberry32). */
function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Random numbers distributed as an embedding model's: most are similar, a few are far off. */
function randomVector(chance: () => number, length: number): Float32Array {
  return Float32Array.from({ length }, () => (chance() - 0.5) * (chance() < 0.05 ? 8 : 1))
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) || 0
}

/** Full comparison of all vectors, one by one. */
function findBestSlowly(vectors: readonly (Float32Array | null)[], query: Float32Array, most: number) {
  return vectors
    .map((vector, place) => ({ place, score: vector?.length === query.length ? cosine(vector, query) : 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
}

const shapes = fc.record({
  seed: fc.nat(),
  length: fc.integer({ min: 1, max: 70 }),
  count: fc.integer({ min: 0, max: 300 }),
  most: fc.integer({ min: 1, max: 40 }),
  /** Nearly identical vectors, the hardest to tell apart. */
  isDense: fc.boolean(),
})

describe('vectors of a chat', () => {
  it('finds exactly the best vectors of a full comparison', () => {
    fc.assert(
      fc.property(shapes, ({ seed, length, count, most, isDense }) => {
        const chance = createSeededRandom(seed)
        const centre = randomVector(chance, length)
        const vectors = Array.from({ length: count }, () => {
          if (chance() < 0.1) return chance() < 0.5 ? null : randomVector(chance, length + 1)
          const own = randomVector(chance, length)
          return isDense ? own.map((value, index) => (centre[index] ?? 0) + value * 0.05) : own
        })
        const known = vectors.find((vector) => vector !== null)
        const query = randomVector(chance, known?.length ?? length)
        const index = new VectorIndex()
        for (const vector of vectors) index.add(vector)
        const found = index.findNearest(query, most)
        const wanted = findBestSlowly(vectors, query, most)
        expect(found.length).toBe(wanted.length)
        // Two that are equal to six digits may change places.
        for (const [rank, place] of found.entries())
          expect(cosine(vectors[place] ?? query, query)).toBeCloseTo(wanted[rank]?.score ?? 2, 5)
      }),
      { numRuns: 150 },
    )
  })

  it('finds only eligible vectors, and as many as there are', () => {
    const chance = createSeededRandom(1)
    const query = randomVector(chance, 32)
    const index = new VectorIndex()
    const vectors = Array.from({ length: 500 }, () => randomVector(chance, 32))
    for (const vector of vectors) index.add(vector)
    const even = (place: number) => place % 2 === 0
    const wanted = findBestSlowly(vectors, query, 500).filter(({ place }) => even(place))
    expect(index.findNearest(query, 20, even)).toEqual(wanted.slice(0, 20).map(({ place }) => place))
  })

  it('never finds vectors that are missing, zero, too long or of another length', () => {
    const index = new VectorIndex()
    expect(index.hasAny).toBe(false)
    index.add(null)
    index.add(new Float32Array(20_000).fill(1))
    expect(index.hasAny).toBe(false)
    index.add(Float32Array.of(0, 1))
    index.add(Float32Array.of(1, 1, 1))
    index.add(Float32Array.of(0, 0))
    index.add(Float32Array.of(0, -1))
    expect(index.hasAny).toBe(true)
    expect(index.findNearest(Float32Array.of(0, 2), 9)).toEqual([2])
    expect(index.findNearest(Float32Array.of(0, 2, 0), 9)).toEqual([])
    expect(index.findNearest(Float32Array.of(0, 0), 9)).toEqual([])
  })

  it('computes exact products up to the largest, in shared and in own memory', () => {
    for (const [stride, count] of [
      [LANES, 3],
      [LANES, 70_000],
      [16_384, 65],
    ] as const) {
      const query = new Int16Array(stride).fill(1_023)
      const rows = new Int8Rows(stride)
      rows.reserve(count)
      for (let row = 0; row < count; row++) rows.row(row).fill(row === count - 1 ? -127 : 127)
      const all = 1_023 * 127 * stride
      const sums = rows.dotProducts(query, count)
      expect(sums.every((sum, row) => sum === (row === count - 1 ? -all : all))).toBe(true)
    }
  })

  it('keeps rows while they grow and are searched, and starts new ones empty', () => {
    const chance = createSeededRandom(2)
    const [stride, query] = [64, new Int16Array(64).fill(1)]
    const rows = new Int8Rows(stride)
    const sums: number[] = []
    for (const places of [1, 40, 16_000, 16_500, 40_000, 300_000]) {
      rows.reserve(places)
      expect([...rows.dotProducts(query, places)].slice(0, sums.length)).toEqual(sums)
      expect(
        rows
          .dotProducts(query, places)
          .subarray(sums.length)
          .every((sum) => sum === 0),
      ).toBe(true)
      for (let row = sums.length; row < Math.min(places, sums.length + 500); row++) {
        const value = Math.floor(chance() * 255) - 127
        rows.row(row).fill(value)
        sums.push(value * stride)
      }
    }
  })
})
