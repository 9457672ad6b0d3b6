import { dot, draw, each, fill, line } from '../shapes.ts'
import { disc } from './pieces.ts'

export const deep = () =>
  draw(
    fill('M120 -20L-460 800H160L260 -20ZM340 -20L420 800H1020L460 -20Z', '#4fb3bf', 0.12),
    disc(300, 300, 262, '#e9b777', 0.2),
    disc(300, 300, 300, '#e9b777', 0.1),
    fill('M-400 700C80 660 140 690 200 676S420 700 480 664S570 680 1000 670V800H-400Z', '#05131f'),
    line('M60 720C50 660 76 640 62 580M84 720c4 -40 24 -56 16 -96M548 700c10 -50 -14 -70 -2 -130', '#0f3a48', 12),
    each(
      [
        [60, 120, 10],
        [84, 86, 6],
        [70, 60, 4],
        [536, 180, 9],
        [552, 140, 5],
        [544, 112, 4],
      ],
      ([x, y, r]) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#a7e6ea" stroke-width="2.5" stroke-opacity=".6"/>`,
    ),
    each(
      [
        [40, 470, 4],
        [566, 430, 4],
        [30, 300, 3],
        [574, 300, 3],
        [110, 560, 3],
      ],
      ([x, y, r]) => dot(x, y, r, '#9ff3dd') + dot(x, y, r * 3, '#9ff3dd', 0.2),
    ),
  )
