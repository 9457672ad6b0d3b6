import { draw, fill } from '../shapes.ts'
import type { HairStyle } from './hair-style.ts'
import { partedBack } from './parted-back.ts'

const LINKS = [
  [206, 470, 6],
  [198, 506, 4],
  [194, 542, 0],
  [195, 578, -4],
  [200, 614, -8],
] as const

export const braid: HairStyle = (tones) => {
  const [light, shade] = tones
  const link = (x: number, y: number, turn: number) =>
    draw(
      `<g transform="translate(${x} ${y}) rotate(${turn})">`,
      fill('M-24 -16C-26 6 -14 24 4 24C16 10 20 -8 14 -22C0 -26 -14 -24 -24 -16Z', light),
      fill('M24 -14C28 8 16 26 -2 26C-4 10 0 -10 10 -22C18 -22 22 -20 24 -14Z', shade),
      '</g>',
    )
  return {
    ...partedBack(tones),
    drape: draw(
      ...LINKS.map(([x, y, turn]) => link(x, y, turn)),
      fill('M184 634h36l-4 16h-28z', '#a8382a'),
      fill('M188 650C182 676 190 696 200 712C212 696 222 674 216 650Z', light),
    ),
  }
}
