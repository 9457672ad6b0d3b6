/** The few forms of EBML (RFC 8794) that a WebM file is made of. */

/** An element: its id as it stands in the file, its length, its content. */
export function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const body = Buffer.concat(content)
  return Buffer.concat([idBytes(id), lengthBytes(body.length), body])
}

export const unsigned = (id: number, value: number): Uint8Array => {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return element(id, Uint8Array.from(bytes))
}

export const text = (id: number, value: string): Uint8Array => element(id, Buffer.from(value, 'utf8'))

export function float(id: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

function idBytes(id: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

/** A length in eight bytes: the marker, then 56 bits. */
function lengthBytes(length: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  bytes[0] = 1
  return bytes
}
