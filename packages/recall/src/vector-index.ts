import { Int8Rows, LANES, MAX_DIMENSIONS, QUERY_STEPS, ROW_STEPS } from './int8-simd.ts'
import { copyInto, scratchZeros, topK } from './ranking.ts'

/** The largest rounding error of a sum of 32-bit numbers. */
const FLOAT_ERROR = 1e-5

/**
 * An index of vectors of one length, searched by cosine. The search is exact: a copy quantised to bytes is compared
 * with all of them. The length of each copy's rounding error is known, and so is the largest possible difference from
 * the true cosine. The vectors that could be among the best are then compared in full.
 */
export class VectorIndex {
  #exact = new Float32Array(0)
  #quantized = new Int8Rows(0)
  /** The quantisation step of each row, and the length of its rounding error; 0 and 0 for a missing vector. */
  #steps = new Float32Array(0)
  #losses = new Float32Array(0)
  #length = 0
  #count = 0
  #present = 0

  /** Memory used by `count` vectors of `length` numbers. */
  static bytesOf(count: number, length: number): number {
    return count * (length * 5 + 8)
  }

  /** Adds a vector under the next number, from 0; null for a missing one. One of another length counts as missing. */
  add(vector: Float32Array | null): void {
    const slot = this.#count
    this.#count += 1
    if (vector && this.#length === 0 && vector.length <= MAX_DIMENSIONS) {
      this.#length = vector.length
      this.#quantized = new Int8Rows(this.#stride)
    }
    if (this.#length === 0) return
    this.#grow()
    if (vector?.length !== this.#length) return
    this.#present += 1
    const unit = normalize(vector)
    this.#exact.set(unit, slot * this.#length)
    const { step, loss } = quantize(unit, ROW_STEPS, this.#quantized.row(slot))
    this.#steps[slot] = step
    this.#losses[slot] = loss
  }

  get hasAny(): boolean {
    return this.#present > 0
  }

  get byteLength(): number {
    return this.#exact.byteLength + this.#quantized.byteLength + this.#steps.byteLength + this.#losses.byteLength
  }

  /** The numbers of the `limit` nearest eligible vectors, best first; none at a right angle or beyond. */
  findNearest(query: Float32Array, limit: number, isEligible: (slot: number) => boolean = () => true): number[] {
    if (query.length !== this.#length) return []
    const wanted = normalize(query)
    const upperBounds = this.#cosineUpperBounds(wanted)
    // At least `limit` vectors reach the lowest of these. A vector that cannot reach it is not among the best.
    const candidates = topK(upperBounds, limit, isEligible)
    const threshold =
      candidates.length < limit ? 0 : Math.min(...candidates.map((slot) => this.#cosine(wanted, slot))) - FLOAT_ERROR
    const indexes: number[] = []
    for (let slot = 0; slot < this.#count; slot++) {
      const upper = upperBounds[slot]! // one for each
      if (upper >= threshold && upper > 0 && isEligible(slot)) indexes.push(slot)
    }
    const cosines = Float32Array.from(indexes, (slot) => this.#cosine(wanted, slot))
    return topK(cosines, limit).flatMap((index) => indexes[index] ?? [])
  }

  /** Upper bound of the cosine with each vector; 0 for a missing one. The next search overwrites the array. */
  #cosineUpperBounds(wanted: Float32Array): Float32Array {
    const query = new Int16Array(this.#stride)
    const { step, loss } = quantize(wanted, QUERY_STEPS, query)
    const products = this.#quantized.dotProducts(query, this.#count)
    const [steps, losses] = [this.#steps, this.#losses]
    const upper = scratchZeros(this.#count)
    for (let slot = 0; slot < upper.length; slot++) {
      if (steps[slot] === 0) continue
      const rowLoss = losses[slot]! // one for each, like the others
      // q·v − q'·v' = q·(v − v') + (q − q')·v', and neither term is more than the product of its two lengths.
      upper[slot] = products[slot]! * step * steps[slot]! + rowLoss + loss * (1 + rowLoss) + FLOAT_ERROR
    }
    return upper
  }

  #cosine(wanted: Float32Array, slot: number): number {
    const [exact, length, at] = [this.#exact, this.#length, slot * this.#length]
    // Four independent sums, so that no step waits for the previous one.
    let [a, b, c, d] = [0, 0, 0, 0]
    let index = 0
    for (; index + 3 < length; index += 4) {
      a += wanted[index]! * exact[at + index]! // all within both
      b += wanted[index + 1]! * exact[at + index + 1]!
      c += wanted[index + 2]! * exact[at + index + 2]!
      d += wanted[index + 3]! * exact[at + index + 3]!
    }
    for (; index < length; index++) a += wanted[index]! * exact[at + index]!
    return a + b + c + d
  }

  get #stride(): number {
    return Math.ceil(this.#length / LANES) * LANES
  }

  #grow(): void {
    if (this.#count <= this.#steps.length) return
    const indexes = Math.max(64, this.#count, Math.ceil(this.#steps.length * 1.5))
    this.#exact = copyInto(this.#exact, new Float32Array(indexes * this.#length))
    this.#quantized.reserve(indexes)
    this.#steps = copyInto(this.#steps, new Float32Array(indexes))
    this.#losses = copyInto(this.#losses, new Float32Array(indexes))
  }
}

function normalize(vector: Float32Array): Float32Array {
  let squares = 0
  for (let index = 0; index < vector.length; index++) squares += (vector[index] ?? 0) ** 2
  const length = Math.sqrt(squares)
  const unit = vector.slice()
  if (length > 0) for (let index = 0; index < unit.length; index++) unit[index]! /= length // within
  return unit
}

/** Quantises a vector into `to`. Returns the size of a step, and the length of the rounding error. */
function quantize(vector: Float32Array, limit: number, to: Int8Array | Int16Array) {
  let largest = 0
  for (let index = 0; index < vector.length; index++) largest = Math.max(largest, Math.abs(vector[index] ?? 0))
  const step = Math.fround(largest / limit)
  if (step === 0) return { step: 0, loss: 0 }
  let squares = 0
  for (let index = 0; index < vector.length; index++) {
    const value = vector[index] ?? 0
    const steps = Math.min(limit, Math.max(-limit, Math.round(value / step)))
    to[index] = steps
    squares += (value - steps * step) ** 2
  }
  return { step, loss: Math.sqrt(squares) }
}
