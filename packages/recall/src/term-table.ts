import { copyInto } from './ranking.ts'

const NONE = -1
const FIRST_SLOTS = 128
/** At most so many of 64 slots are in use, so that a search ends after a few steps. */
const MAX_LOAD = 44
/**
 * A larger table is in parts, which grow one by one: at three million numbers, growing it whole takes a tenth of a
 * second.
 */
const MAX_WHOLE = 2 ** 15
const PARTS = 64

/** The places of numbers, plus 1, each in the slot of its hash or in the next free one; 0 in a free slot. */
interface Part {
  slots: Int32Array
  used: number
}

/**
 * Numbers of 32 bits in the order in which they were added: a hash table with open addressing, in arrays. A number takes 10
 * to 20 bytes. In a `Map` it takes 40, all of which the garbage collector reads.
 */
export class TermTable {
  /** The numbers, in their order. */
  #keys = new Int32Array(FIRST_SLOTS / 2)
  #size = 0
  /** One, or `PARTS`, by the upper bits of the hash. */
  #parts: Part[] = [emptyPart()]
  #partMask = 0

  get size(): number {
    return this.#size
  }

  get byteLength(): number {
    return this.#parts.reduce((sum, { slots }) => sum + slots.byteLength, this.#keys.byteLength)
  }

  /** The place of a number, from 0; -1 when it is not there. */
  find(key: number): number {
    const hash = hashOf(key)
    const { slots } = this.#partOf(hash)
    return slots[slotOf(slots, this.#keys, hash, key)]! - 1 // free slots have 0
  }

  /** The place of a number, which is the former size if it is new. */
  add(key: number): number {
    const hash = hashOf(key)
    const part = this.#partOf(hash)
    const slot = slotOf(part.slots, this.#keys, hash, key)
    const known = part.slots[slot]! - 1 // as above
    if (known !== NONE) return known
    const place = this.#size
    if (place === this.#keys.length) this.#keys = copyInto(this.#keys, new Int32Array(place + (place >> 1)))
    this.#keys[place] = key
    part.slots[slot] = place + 1
    part.used += 1
    this.#size += 1
    if (this.#partMask === 0 && this.#size > MAX_WHOLE) this.#divide()
    else if (part.used * 64 >= part.slots.length * MAX_LOAD) this.#grow(part)
    return place
  }

  #partOf(hash: number): Part {
    return this.#parts[(hash >>> 26) & this.#partMask]! // the mask is below the number of parts
  }

  #divide(): void {
    const [whole] = this.#parts
    this.#parts = Array.from({ length: PARTS }, emptyPart)
    this.#partMask = PARTS - 1
    for (const place of whole!.slots) {
      if (place === 0) continue
      const part = this.#partOf(hashOf(this.#keys[place - 1]!))
      putPlace(part.slots, this.#keys, place)
      part.used += 1
      if (part.used * 64 >= part.slots.length * MAX_LOAD) this.#grow(part)
    }
  }

  #grow(part: Part): void {
    const slots = new Int32Array(part.slots.length * 2)
    for (const place of part.slots) if (place !== 0) putPlace(slots, this.#keys, place)
    part.slots = slots
  }
}

function emptyPart(): Part {
  return { slots: new Int32Array(FIRST_SLOTS), used: 0 }
}

function putPlace(slots: Int32Array, keys: Int32Array, place: number): void {
  const key = keys[place - 1]! // a place is of a number
  slots[slotOf(slots, keys, hashOf(key), key)] = place
}

/** The slot with the number, or the free one where it belongs. */
function slotOf(slots: Int32Array, keys: Int32Array, hash: number, key: number): number {
  const mask = slots.length - 1
  let slot = hash & mask
  for (let place = slots[slot]!; place !== 0 && keys[place - 1] !== key; place = slots[slot]!) slot = (slot + 1) & mask
  return slot
}

/** Spreads similar numbers over all bits: the finaliser of MurmurHash3. */
function hashOf(key: number): number {
  let hash = key
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
