import { chance, draw, line } from '../shapes.ts'
import { type HairStyle, puff } from './hair-style.ts'

/** Seventeen curls round the head, a little uneven, always the same way. */
function curls(): [number, number, number][] {
  const next = chance('curl')
  return Array.from({ length: 17 }, (_, index) => {
    const angle = Math.PI * (0.86 + index * 0.0925)
    const reach = index % 2 ? 1 : 1.1
    const x = 300 + Math.cos(angle) * 126 * reach + (next() - 0.5) * 12
    const y = 306 + Math.sin(angle) * 138 * reach + (next() - 0.5) * 10
    return [x, y, 38 + next() * 12]
  })
}

export const bigCurls: HairStyle = ([light, shade, shine]) => ({
  back: puff(
    [
      ...curls(),
      [178, 392, 46],
      [424, 392, 46],
      [168, 440, 40],
      [434, 440, 40],
      [186, 478, 34],
      [416, 478, 34],
      [300, 230, 120],
      [210, 330, 60],
      [392, 330, 60],
    ],
    shade,
  ),
  front: draw(
    puff(
      [
        [212, 270, 34],
        [232, 230, 38],
        [272, 212, 36],
        [190, 312, 28],
        [184, 352, 26],
      ],
      light,
    ),
    puff(
      [
        [316, 216, 34],
        [356, 226, 38],
        [388, 262, 36],
        [406, 306, 30],
        [412, 350, 27],
      ],
      shade,
    ),
    line(
      'M176 250c-4 -22 10 -40 28 -42c12 0 16 14 6 20M222 186c6 -18 26 -26 42 -18c10 8 4 20 -8 18M190 316c-10 -14 -4 -30 8 -34M164 398c-12 -12 -10 -32 4 -38M254 222c-2 -16 12 -28 26 -24',
      shine,
      5,
      0.7,
    ),
    line(
      'M352 172c18 -6 38 2 44 20M420 262c14 8 20 24 14 40M424 392c12 -4 18 -16 14 -28M352 226c12 -8 28 -4 34 8',
      shine,
      5,
      0.3,
    ),
  ),
})
