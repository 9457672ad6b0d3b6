import { describe, expect, it } from 'vitest'
import { noiseField } from './noise.ts'
import { canvas, spots, surface } from './textures.ts'

const page = (width = 96, height = 128, level = 120) => ({
  data: new Uint8Array(width * height * 3).fill(level),
  width,
  height,
})
const field = { size: 200, frequency: [0.03, 0.16], seed: 'a test' } as const
const PASSES = {
  spots: spots({ ...field, colour: '#fafafa', slope: -9, at: 4, share: 0.5 }),
  surface: surface({ ...field, height: 5, azimuth: 235, elevation: 52, blend: 'soft-light', share: 0.5 }),
  canvas: canvas(2.5, 0.2),
}

describe('a texture', () => {
  it.each(Object.entries(PASSES))(
    'is the same in every picture of a size, and on every size there is: %s',
    (_, pass) => {
      const [first, second, wide] = [page(), page(), page(130, 97)]
      pass(first)
      pass(wide)
      pass(second)
      expect(first.data).not.toEqual(page().data)
      expect(wide.data).not.toEqual(page(130, 97).data)
      expect(second.data).toEqual(first.data)
    },
  )

  it('lets white stay white where it only shades by the tone', () => {
    const white = page(96, 128, 255)
    PASSES.surface(white)
    PASSES.canvas(white)
    expect(white).toEqual(page(96, 128, 255))
  })

  it.each([0.3, 1.2, 1.28, 1.6])('repeats without a seam where a unit is %s pixels', (unit) => {
    const { levels, width, height } = noiseField(field, unit)
    const at = (x: number, y: number) => levels[(y % height) * width + (x % width)] ?? Number.NaN
    const rows = Array.from({ length: height }, (_, y) => y)
    const step = (x: number) => Math.max(...rows.map((y) => Math.abs(at(x + 1, y) - at(x, y))))
    const within = Math.max(...Array.from({ length: width - 1 }, (_, x) => step(x)))
    expect(step(width - 1)).toBeLessThanOrEqual(within * 1.5)
    expect(Math.min(...levels)).toBeGreaterThan(-0.3)
    expect(Math.max(...levels)).toBeLessThan(1.3)
  })
})
