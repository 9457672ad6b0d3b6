const HEADER_BYTES = 20

/** A `real[]` of one dimension as `array_send` gives it: a header, then length and number of each, the highest byte first. */
export function readVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(Math.max(0, Math.floor((bytes.byteLength - HEADER_BYTES) / 8)))
  for (let index = 0; index < vector.length; index++) vector[index] = view.getFloat32(HEADER_BYTES + index * 8 + 4)
  return vector
}
