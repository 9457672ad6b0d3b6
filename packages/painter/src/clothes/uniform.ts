import { dot, draw, each, mix } from '../shapes.ts'
import { lapels, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const uniform: Garment = ([light, shade], neck) =>
  draw(
    torso([light, shade], neck, 240),
    lapels([mix(light, '#ffffff', 0.1), mix(shade, '#000000', 0.15)], neck),
    each(
      [
        [250, 660],
        [250, 706],
      ],
      ([x, y]) => dot(x, y, 10, '#e7bd6a'),
    ),
    each(
      [
        [352, 660],
        [352, 706],
      ],
      ([x, y]) => dot(x, y, 10, '#b98738'),
    ),
  )
