import { dot, draw, fill } from '../shapes.ts'
import { disc } from './pieces.ts'

export const stage = () =>
  draw(
    `<g opacity=".5" stroke="#2a0d14" stroke-width="5"><path d="M-400 60H1000M-400 124H1000M-400 188H1000M-400 252H1000M-400 316H1000M-400 380H1000M-400 444H1000M70 0V60M230 0V60M390 0V60M550 0V60M150 60V124M310 60V124M470 60V124M70 124V188M550 124V188M30 188V252M570 188V252M70 252V316M540 252V316"/></g>`,
    fill('M300 -40L40 800H1000L420 -40Z', '#f6d48f', 0.16),
    disc(310, 290, 216, '#f2c36c', 0.82),
    dot(310, 290, 258, '#f2c36c', 0.16),
  )
