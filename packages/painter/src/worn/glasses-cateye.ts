import { dot, draw, each, fill, line, path } from '../shapes.ts'
import type { Glasses } from './worn-types.ts'

export const cateye: Glasses = (fx, _turn, colour) =>
  draw(
    each([-1, 1], (s) =>
      fill(
        s < 0
          ? path`M${fx - 94} 322C${fx - 84} 318 ${fx - 40} 322 ${fx - 13} 332C${fx - 8} 344 ${fx - 14} 376 ${fx - 44} 378C${fx - 74} 378 ${fx - 84} 352 ${fx - 94} 322Z`
          : path`M${fx + 90} 320C${fx + 80} 317 ${fx + 38} 321 ${fx + 13} 331C${fx + 8} 344 ${fx + 14} 374 ${fx + 42} 376C${fx + 70} 376 ${fx + 80} 350 ${fx + 90} 320Z`,
        '#ffffff',
        0.13,
      ),
    ),
    `<g fill="none" stroke="${colour}" stroke-width="7.5" stroke-linejoin="round"><path d="${path`M${fx - 94} 322C${fx - 84} 318 ${fx - 40} 322 ${fx - 13} 332C${fx - 8} 344 ${fx - 14} 376 ${fx - 44} 378C${fx - 74} 378 ${fx - 84} 352 ${fx - 94} 322ZM${fx + 90} 320C${fx + 80} 317 ${fx + 38} 321 ${fx + 13} 331C${fx + 8} 344 ${fx + 14} 374 ${fx + 42} 376C${fx + 70} 376 ${fx + 80} 350 ${fx + 90} 320ZM${fx - 12} 340q12 -8 25 0`}"/></g>`,
    dot(fx - 84, 327, 3.4, '#ffe2a0'),
    dot(fx + 80, 325, 3.2, '#ffe2a0'),
    line(path`M${fx - 64} 334l16 -4M${fx + 34} 333l14 -4`, '#fff', 4.5, 0.5),
  )
