const HEADER_BYTES = 20

/** A `real[]` of one dimension as `array_send` gives it: a header, then length and number of each, the highest byte first. */
export function readVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(countOf(bytes, 4))
  for (let index = 0; index < vector.length; index++) vector[index] = view.getFloat32(HEADER_BYTES + index * 8 + 4)
  return vector
}

/** A `bigint[]` in the same way; its numbers lie within 2^53. */
export function readBigints(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Array<number>(countOf(bytes, 8))
  for (let index = 0; index < numbers.length; index++) {
    const at = HEADER_BYTES + index * 12 + 4
    numbers[index] = view.getInt32(at) * 0x1_0000_0000 + view.getUint32(at + 4)
  }
  return numbers
}

/** An `int[]` in the same way. */
export function readInts(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Array<number>(countOf(bytes, 4))
  for (let index = 0; index < numbers.length; index++) numbers[index] = view.getInt32(HEADER_BYTES + index * 8 + 4)
  return numbers
}

/** Each number has its length before it. An array of none has a shorter header. */
function countOf(bytes: Uint8Array, numberBytes: number): number {
  return Math.max(0, Math.floor((bytes.byteLength - HEADER_BYTES) / (numberBytes + 4)))
}
