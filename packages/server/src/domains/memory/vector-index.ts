/**
 * Vectors of one length, side by side in one block, compared with all of them: exact, and at the size of a chat faster
 * than any index that is not.
 */
export class VectorIndex {
  #block = new Float32Array(0)
  #length = 0
  #count = 0
  #missing = 0

  /** Adds a vector under the next number, from 0; null where there is none. */
  add(vector: Float32Array | null): void {
    if (vector && this.#length === 0) {
      this.#length = vector.length
      this.#block = new Float32Array(Math.max(64, this.#count + 1) * this.#length)
    }
    const at = this.#count * this.#length
    this.#count += 1
    if (this.#length === 0 || !vector || vector.length !== this.#length) {
      this.#missing += 1
      this.#grow()
      return
    }
    this.#grow()
    this.#block.set(unit(vector), at)
  }

  get hasAny(): boolean {
    return this.#missing < this.#count
  }

  get byteLength(): number {
    return this.#block.byteLength
  }

  /** The cosine of every vector with this one; 0 where there is none, or it is of another length. */
  score(query: Float32Array): Float32Array {
    const scores = new Float32Array(this.#count)
    if (query.length !== this.#length) return scores
    const [block, length, wanted] = [this.#block, this.#length, unit(query)]
    for (let document = 0, at = 0; document < this.#count; document++, at += length) {
      // Four sums at a time: one would wait for itself at every step.
      let [a, b, c, d] = [0, 0, 0, 0]
      let index = 0
      for (; index + 3 < length; index += 4) {
        a += wanted[index]! * block[at + index]! // all within both
        b += wanted[index + 1]! * block[at + index + 1]!
        c += wanted[index + 2]! * block[at + index + 2]!
        d += wanted[index + 3]! * block[at + index + 3]!
      }
      for (; index < length; index++) a += wanted[index]! * block[at + index]!
      scores[document] = a + b + c + d
    }
    return scores
  }

  #grow(): void {
    const needed = this.#count * this.#length
    if (needed <= this.#block.length) return
    const larger = new Float32Array(Math.max(needed, Math.ceil(this.#block.length * 1.5)))
    larger.set(this.#block)
    this.#block = larger
  }
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length > 0 ? vector.map((value) => value / length) : vector
}
