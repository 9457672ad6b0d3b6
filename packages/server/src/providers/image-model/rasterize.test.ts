import { PAINTER_STYLES, paintInStyle } from '@everkin/painter/paint-portrait.ts'
import { specFromWords } from '@everkin/painter/spec-from-words.ts'
import { PAGE_WIDTHS, type PictureSize } from '@everkin/painter/view.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { rasterize } from './rasterize.ts'

const SOMEONE = specFromWords('a calm woman by the sea', 'somebody')
const SIZE = { width: 90, height: 121 }
const WHITE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/></svg>'

describe('the pixels of a painting', () => {
  it.each(PAINTER_STYLES)('are completely covered by the drawing itself: %s', async (style) => {
    for (const size of Object.keys(PAGE_WIDTHS) as PictureSize[]) {
      const { drawing } = paintInStyle(SOMEONE, { size }, style)
      const alpha = await sharp(Buffer.from(drawing)).extractChannel('alpha').raw().toBuffer()
      expect(Math.min(...new Set(alpha)), size).toBe(255)
    }
  })

  it('go through the passes in order, with tones of half the size', async () => {
    const seen: string[] = []
    const drawn = await rasterize(
      {
        drawing: WHITE,
        tones: WHITE,
        passes: [
          (picture, tones) => {
            seen.push(`${picture.width} × ${picture.height} with ${tones?.width} × ${tones?.height}`)
            picture.data.fill(7)
          },
          (picture) => seen.push(`then ${picture.data[0]}`),
        ],
      },
      SIZE,
    )
    expect(seen).toEqual(['90 × 121 with 45 × 61', 'then 7'])
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ ...SIZE, channels: 3 })
    expect(new Set(data)).toEqual(new Set([7]))
  })

  it('are those of the drawing where a style has no passes', async () => {
    const data = await (await rasterize({ drawing: WHITE }, SIZE)).raw().toBuffer()
    expect(new Set(data)).toEqual(new Set([255]))
    expect(data).toHaveLength(90 * 121 * 3)
  })
})
