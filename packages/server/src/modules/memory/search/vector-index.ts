import { Int8Rows, LANES, MAX_DIMENSIONS, QUERY_STEPS, ROW_STEPS } from './int8-simd.ts'
import { copyInto, scratchZeros, topK } from './ranking.ts'

/** What numbers of 32 bits may lose in a sum. */
const FLOAT_ERROR = 1e-5

/**
 * Vectors of one length, side by side, found again by their cosine. The search is exact: a copy in bytes is compared with
 * all of them, and as the length of what each copy leaves out is known, so is how far a cosine can be from the true one;
 * those that could be among the best are compared once more in full.
 */
export class VectorIndex {
  #exact = new Float32Array(0)
  #quantized = new Int8Rows(0)
  /** What one step of a row's bytes is, and the length of what the bytes leave out; 0 and 0 for what is not there. */
  #steps = new Float32Array(0)
  #losses = new Float32Array(0)
  #length = 0
  #count = 0
  #present = 0

  /** What so many vectors of so many numbers take of memory. */
  static bytesOf(count: number, length: number): number {
    return count * (length * 5 + 8)
  }

  /** Adds a vector under the next number, from 0; null where there is none. One of another length counts as none. */
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

  /** The numbers of the `most` that are most alike and count, best first; none that is at a right angle or beyond. */
  findNearest(query: Float32Array, limit: number, isEligible: (slot: number) => boolean = () => true): number[] {
    if (query.length !== this.#length) return []
    const wanted = normalize(query)
    const upperBounds = this.#cosineUpperBounds(wanted)
    // As many as are wanted have at least the least of these: whoever can not have as much is none of the best.
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

  /** What the cosine with each can be at most; 0 for what is not there. Written over by the next search. */
  #cosineUpperBounds(wanted: Float32Array): Float32Array {
    const query = new Int16Array(this.#stride)
    const { step, loss } = quantize(wanted, QUERY_STEPS, query)
    const products = this.#quantized.dotProducts(query, this.#count)
    const [steps, losses] = [this.#steps, this.#losses]
    const upper = scratchZeros(this.#count)
    for (let slot = 0; slot < upper.length; slot++) {
      if (steps[slot] === 0) continue
      const rowLoss = losses[slot]! // one for each, as are the others
      // q·v − q'·v' = q·(v − v') + (q − q')·v', and neither is more than the lengths of its two sides.
      upper[slot] = products[slot]! * step * steps[slot]! + rowLoss + loss * (1 + rowLoss) + FLOAT_ERROR
    }
    return upper
  }

  #cosine(wanted: Float32Array, slot: number): number {
    const [exact, length, at] = [this.#exact, this.#length, slot * this.#length]
    // Four sums at a time: one would wait for itself at every step.
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

/** Writes a vector in whole steps into `to`; gives the size of a step, and the length of what that leaves out. */
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
