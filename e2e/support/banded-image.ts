import { crc32, deflateSync } from 'node:zlib'

/** The bands of an image by `createBandedImage`, from its start to its end. */
export const BANDS = { first: [200, 60, 60], middle: [60, 160, 80], last: [40, 90, 190] } as const

/** A PNG of three bands of colour along its longer side. */
export function createBandedImage(width: number, height: number): Buffer {
  const bands = Object.values(BANDS)
  const length = Math.max(width, height)
  const bandAt = (place: number) => bands[Math.floor((place * bands.length) / length)] ?? BANDS.last
  const row = (y: number) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => bandAt(width > height ? x : y)).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))))
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
