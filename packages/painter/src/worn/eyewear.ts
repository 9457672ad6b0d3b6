import { draw, fill, line, path, round } from '../shapes.ts'
import type { Glasses } from './worn-types.ts'

const sunglasses: Glasses = (fx, turn, colour) => {
  const far = 1 - 0.1 * turn
  return draw(
    fill(
      path`M${fx - 92} 326H${fx - 12}C${fx - 8} 352 ${fx - 20} 384 ${fx - 50} 384C${fx - 80} 384 ${fx - 94} 356 ${fx - 92} 326Z`,
      '#191720',
    ),
    fill(
      path`M${fx + 12} 326H${fx + 90 * far}C${fx + 92 * far} 356 ${fx + 78} 384 ${fx + 50} 384C${fx + 22} 384 ${fx + 8} 352 ${fx + 12} 326Z`,
      '#100e16',
    ),
    line(path`M${fx - 96} 326H${fx + 94 * far}M${fx - 94} 328l-14 -6M${fx + 92 * far} 328l12 -5`, colour, 7),
    line(path`M${fx - 80} 342l22 -8M${fx + 26} 342l20 -8`, '#ffffff', 5, 0.4),
  )
}

const monocle: Glasses = (fx, turn) =>
  draw(
    `<circle cx="${round(fx + 47 - 3 * turn)}" cy="348" r="35" fill="#ffffff" fill-opacity=".12" stroke="#e0b85a" stroke-width="6"/>`,
    line(path`M${fx + 72} 372C${fx + 92} 430 ${fx + 86} 490 ${fx + 66} 560`, '#e0b85a', 3.4),
    line(path`M${fx + 28} 334l18 -9`, '#fff', 5, 0.6),
  )

const eyepatch: Glasses = (fx) =>
  draw(
    line(path`M${fx - 100} 300C${fx - 40} 308 ${fx + 40} 322 ${fx + 106} 356`, '#17131a', 8),
    fill(
      path`M${fx + 14} 330C${fx + 36} 318 ${fx + 72} 322 ${fx + 84} 338C${fx + 84} 368 ${fx + 66} 384 ${fx + 46} 384C${fx + 26} 384 ${fx + 12} 362 ${fx + 14} 330Z`,
      '#1d1820',
    ),
    line(path`M${fx + 26} 340q20 -8 42 0`, '#5a505c', 4, 0.7),
  )

export const EYEWEAR = { sunglasses, monocle, eyepatch }
