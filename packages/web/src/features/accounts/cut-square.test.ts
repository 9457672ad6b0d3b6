import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAfterDrag, squareOf } from './cut-square.ts'

describe('squareOf', () => {
  it('is the middle of a picture at 50, and its ends at 0 and 100', () => {
    expect(squareOf({ width: 300, height: 100 }, 50)).toEqual({ x: 100, y: 0, side: 100 })
    expect(squareOf({ width: 300, height: 100 }, 0)).toEqual({ x: 0, y: 0, side: 100 })
    expect(squareOf({ width: 100, height: 300 }, 100)).toEqual({ x: 0, y: 200, side: 100 })
  })

  it('is within the picture and as large as possible', () => {
    const size = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 100 }), (width, height, place) => {
        const { x, y, side } = squareOf({ width, height }, place)
        expect(side).toBe(Math.min(width, height))
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(x + side).toBeLessThanOrEqual(width)
        expect(y + side).toBeLessThanOrEqual(height)
      }),
    )
  })
})

describe('placeAfterDrag', () => {
  const portrait = { width: 100, height: 300 }

  it('follows the pointer: dragging by the length of the window shows the next square', () => {
    expect(placeAfterDrag(portrait, 50, 0, 160)).toBe(50)
    expect(placeAfterDrag(portrait, 50, -160, 160)).toBe(100)
    expect(placeAfterDrag(portrait, 50, 160, 160)).toBe(0)
    expect(placeAfterDrag({ width: 200, height: 100 }, 0, -40, 160)).toBe(25)
  })

  it('stops at the ends, and does not move a square picture', () => {
    expect(placeAfterDrag(portrait, 90, -500, 160)).toBe(100)
    expect(placeAfterDrag(portrait, 10, 500, 160)).toBe(0)
    expect(placeAfterDrag({ width: 100, height: 100 }, 50, -20, 160)).toBe(50)
  })
})
