import { draw, line, path, round } from '../shapes.ts'
import type { Glasses } from './worn-types.ts'

export const roundGlasses: Glasses = (fx, turn, colour) =>
  draw(
    `<g fill="none" stroke="${colour}" stroke-width="6"><circle cx="${round(fx - 49)}" cy="348" r="35"/><circle cx="${round(fx + 47)}" cy="347" r="${round(34 - 3 * turn)}"/><path d="M${round(fx - 14)} 344q12 -9 25 -1M${round(fx - 85)} 342l-22 -6M${round(fx + 82)} 340l14 -4"/></g>`,
    line(path`M${fx - 72} 332l20 -8M${fx + 24} 331l18 -8`, '#fff', 5, 0.5),
  )
