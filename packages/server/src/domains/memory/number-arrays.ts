let room = new Float32Array(0)

/**
 * So many zeros to work with, written over by the next who asks: a search begins and ends without a pause, and a tenth of
 * a megabyte for each would be most of what it leaves to be cleaned up.
 */
export function scratchNumbers(count: number): Float32Array {
  if (room.length < count) room = new Float32Array(Math.ceil(count * 1.25))
  return room.subarray(0, count).fill(0)
}

/** What is in `from`, at the beginning of the longer `to`. */
export function moved<Numbers extends Uint16Array | Int32Array | Float32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
