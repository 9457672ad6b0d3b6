import { describe, expect, it } from 'vitest'
import { drawLines } from './lines.ts'

const PAPER = 255
const page = (width: number, height: number) => ({
  data: new Uint8Array(width * height * 3).fill(PAPER),
  width,
  height,
})

/** Tones for a page: red on the left half, green on the right. */
function tonesFor(width: number, height: number) {
  const tones = { data: new Uint8Array((width / 2) * (height / 2) * 3), width: width / 2, height: height / 2 }
  for (let pixel = 0; pixel < tones.width * tones.height; pixel += 1)
    tones.data[pixel * 3 + (pixel % tones.width < tones.width / 2 ? 0 : 1)] = 255
  return tones
}

const changed = ({ data, width }: { data: Uint8Array; width: number }, side: 'left' | 'right') =>
  data.filter((value, at) => value !== PAPER && (Math.floor(at / 3) % width < width / 2 ? 'left' : 'right') === side)
    .length

describe('lines over a page', () => {
  const look = { period: 60, width: 20, colour: '#102030', wave: 8 }

  it.each([-56, -14, 0, 40, 90])('are seen only where the tones show them, at %s degrees', (angle) => {
    const picture = page(120, 160)
    drawLines({ ...look, angle, seenIn: 'red' })(picture, tonesFor(120, 160))
    expect(changed(picture, 'left')).toBeGreaterThan(0)
    expect(changed(picture, 'right')).toBe(0)
    drawLines({ ...look, angle, seenIn: 'green' })(picture, tonesFor(120, 160))
    expect(changed(picture, 'right')).toBeGreaterThan(0)
  })

  it('cover about the share of the page that their width is of their period, in their colour', () => {
    const picture = page(240, 320)
    const everywhere = { data: new Uint8Array(120 * 160 * 3).fill(255), width: 120, height: 160 }
    drawLines({ ...look, wave: 0, angle: 30, seenIn: 'red' })(picture, everywhere)
    const dark = picture.data.filter((value, at) => at % 3 === 0 && value === 0x10).length
    expect(dark / (240 * 320)).toBeGreaterThan(0.2)
    expect(dark / (240 * 320)).toBeLessThan(0.34)
  })

  it('leave the page alone where there are no tones', () => {
    const picture = page(60, 80)
    drawLines({ ...look, angle: 0, seenIn: 'red' })(picture)
    expect(picture).toEqual(page(60, 80))
  })
})
