import { dot, draw, each, fill } from '../shapes.ts'
import { disc, leaf } from './pieces.ts'

export const inn = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#14301f', 0.5),
    disc(310, 290, 232, '#d9b45a', 0.55),
    dot(310, 290, 170, '#f2d284', 0.5),
    fill('M-400 0H46V800H-400ZM554 0H1000V800H554ZM-400 0H1000V40H-400Z', '#1f150d'),
    fill('M46 40C140 120 200 60 300 44H46ZM554 40C460 120 400 60 300 44H554Z', '#2c1f13'),
    each(
      [
        [60, 70, 150],
        [110, 64, 170],
        [180, 60, 160],
        [420, 60, 200],
        [490, 66, 190],
        [540, 72, 210],
      ],
      ([x, y, r]) => leaf(x, y, 0.5, r, '#5f9a4a', '#3d6f36'),
    ),
    `<path d="M522 120V200" stroke="#2a2013" stroke-width="5"/><path d="M496 214l26 -26l26 26z" fill="#3a2a16"/><rect x="494" y="214" width="56" height="76" rx="6" fill="#ffd573"/><path d="M494 214h56M494 290h56M522 214v76" stroke="#3a2a16" stroke-width="6"/><circle cx="522" cy="252" r="80" fill="#ffd573" opacity=".2"/>`,
    each(
      [
        [90, 420, 4],
        [120, 330, 3],
        [470, 400, 4],
        [440, 180, 3],
        [150, 200, 3.5],
        [80, 260, 3],
        [520, 470, 4],
      ],
      ([x, y, r]) => dot(x, y, r, '#fff0b0') + dot(x, y, r * 3, '#fff0b0', 0.2),
    ),
  )
