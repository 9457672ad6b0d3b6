const NONE = -1
const FIRST_SLOTS = 128
/** At most so many of 64 slots are in use, so that a search ends after a few steps. */
const MAX_LOAD = 44

/**
 * Numbers of 32 bits in the order in which they were added: a hash table with open addressing, in two arrays. A number
 * takes 10 to 20 bytes. In a `Map` it takes 40, all of which the garbage collector reads.
 */
export class TermTable {
  /** The numbers, in their order. */
  #keys = new Int32Array((FIRST_SLOTS * MAX_LOAD) / 64)
  /** The place of a number, plus 1, in the slot of its hash or in the next free one; 0 in a free slot. */
  #slots = new Int32Array(FIRST_SLOTS)
  #size = 0

  get size(): number {
    return this.#size
  }

  get byteLength(): number {
    return this.#keys.byteLength + this.#slots.byteLength
  }

  /** The place of a number, from 0; -1 when it is not there. */
  find(key: number): number {
    return this.#slots[this.#slotOf(key)]! - 1 // free slots have 0
  }

  /** The place of a number, which is the former size if it is new. */
  add(key: number): number {
    const slot = this.#slotOf(key)
    const known = this.#slots[slot]! - 1 // as above
    if (known !== NONE) return known
    const place = this.#size
    this.#keys[place] = key
    this.#slots[slot] = place + 1
    this.#size += 1
    if (this.#size === this.#keys.length) this.#grow()
    return place
  }

  /** The slot with the number, or the free one where it belongs. */
  #slotOf(key: number): number {
    const [keys, slots] = [this.#keys, this.#slots]
    const mask = slots.length - 1
    let slot = hashOf(key) & mask
    for (let place = slots[slot]!; place !== 0 && keys[place - 1] !== key; place = slots[slot]!)
      slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const keys = this.#keys
    this.#slots = new Int32Array(this.#slots.length * 2)
    this.#keys = new Int32Array((this.#slots.length * MAX_LOAD) / 64)
    this.#keys.set(keys)
    for (let place = 0; place < this.#size; place++) this.#slots[this.#slotOf(keys[place]!)] = place + 1 // size is in range
  }
}

/** Spreads similar numbers over all bits: the finaliser of MurmurHash3. */
function hashOf(key: number): number {
  let hash = key
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
