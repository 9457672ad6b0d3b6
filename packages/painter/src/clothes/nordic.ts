import { draw, each, line } from '../shapes.ts'
import { band, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const nordic: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 248),
    band([trim, trimShade], neck, 26),
    line('M120 640C200 690 400 690 480 640', trim, 7, 0.85),
    line('M108 690C200 736 400 736 492 690', trim, 7, 0.85),
    `<g fill="none" stroke="${trim}" stroke-width="6" opacity=".85">${each(
      [
        [150, 676],
        [196, 694],
        [244, 704],
        [300, 707],
        [356, 704],
        [404, 694],
        [450, 676],
      ],
      ([x, y]) => `<path d="M${x - 13} ${y - 8}l13 -14l13 14l-13 14z"/>`,
    )}</g>`,
    line('M196 600l14 20M224 612l12 22M376 612l-12 22M404 600l-14 20M256 622l8 20M344 622l-8 20', trim, 6, 0.7),
  )
