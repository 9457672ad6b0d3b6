import { dot, draw, each, fill } from '../shapes.ts'
import { archWindow, leaf } from './pieces.ts'

export const inn = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#14301f', 0.5),
    archWindow(300, 70, 330, 640, '#b9a45a', '#2c1f13'),
    fill(
      'M0 0H46V800H0ZM554 0H600V800H554ZM-400 0H1000V40H-400ZM-300 0h70l14 800h-100zM-130 0h50l16 800h-80zM720 0h56l10 800h-80zM880 0h70l10 800h-96z',
      '#1f150d',
    ),
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
    `<path d="M522 120V200" stroke="#2a2013" stroke-width="5"/><path d="M496 214l26 -26l26 26z" fill="#3a2a16"/><rect x="494" y="214" width="56" height="76" rx="6" fill="#ffd573"/><path d="M494 214h56M494 290h56M522 214v76" stroke="#3a2a16" stroke-width="6"/><circle cx="522" cy="252" r="80" fill="#ffd573" fill-opacity=".2"/>`,
    each(
      [
        [90, 420, 4],
        [120, 330, 3],
        [470, 400, 4],
        [440, 180, 3],
        [150, 200, 3.5],
        [80, 260, 3],
        [520, 470, 4],
        [-40, 300, 4],
        [-170, 220, 3],
        [-200, 440, 4],
        [660, 260, 4],
        [680, 430, 3],
        [830, 330, 4],
        [810, 180, 3],
      ],
      ([x, y, r]) => dot(x, y, r, '#fff0b0') + dot(x, y, r * 3, '#fff0b0', 0.2),
    ),
  )
