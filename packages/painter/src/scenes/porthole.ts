import { dot, draw, each, fill } from '../shapes.ts'
import { disc, leaf, stars } from './pieces.ts'

export const porthole = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#0d2b33', 0.5),
    disc(300, 300, 272, '#061419'),
    stars(44, 'port', '#fff', 560),
    dot(238, 260, 150, '#e9b777'),
    fill(
      'M92 226C150 208 320 204 384 232L388 262C310 238 160 240 89 262ZM94 306C170 284 310 288 382 300L374 326C300 312 180 312 106 332Z',
      '#c98a55',
      0.75,
    ),
    fill('M238 110A150 150 0 0 1 238 410C310 360 320 170 238 110Z', '#8f5a3c', 0.55),
    `<circle cx="300" cy="300" r="283" fill="none" stroke="#2f6a68" stroke-width="30"/><circle cx="300" cy="300" r="266" fill="none" stroke="#163c40" stroke-width="6"/>`,
    each([0, 45, 90, 135, 180, 225, 270, 315], (a) =>
      dot(300 + 283 * Math.cos(a / 57.3), 300 + 283 * Math.sin(a / 57.3), 7, '#8fc4b4'),
    ),
    leaf(54, 800, 1.9, -8, '#3d8f6d', '#296a52'),
    leaf(96, 800, 1.5, 26, '#57b184', '#3a8765'),
    leaf(560, 800, 2, 6, '#2c7459', '#1c5341'),
    leaf(520, 800, 1.4, -28, '#3d8f6d', '#296a52'),
    each(
      [
        [44, 560],
        [110, 630],
        [548, 548],
        [496, 640],
        [70, 650],
      ],
      ([x, y]) => dot(x, y, 6, '#c9f79d') + dot(x, y, 16, '#c9f79d', 0.2),
    ),
  )
