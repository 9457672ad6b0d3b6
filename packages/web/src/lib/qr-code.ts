import { encode } from 'uqr'

/**
 * A QR code as one SVG path on a square of `size` modules, including the quiet zone. Import it only on the server or in
 * lazily loaded code, to keep it out of the pages' scripts.
 */
export function qrCodePath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const runs = data.flatMap((row, y) => {
    const drawn: string[] = []
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      drawn.push(`M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`)
    }
    return drawn
  })
  return { size, path: runs.join('') }
}
