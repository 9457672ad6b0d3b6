import { dot, draw, each, fill, line } from '../shapes.ts'
import { disc, stars } from './pieces.ts'

export const dome = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#0b1830', 0.4),
    `<path d="M60 560V330C60 150 170 50 300 50S540 150 540 330V560Z" fill="#16305a"/>`,
    stars(70, 'idris', '#fff', 540),
    fill('M236 54C150 160 140 380 150 560H452C462 380 452 160 364 54C326 44 276 44 236 54Z', '#24467c'),
    stars(26, 'i2', '#ffe9b0', 300),
    disc(300, 310, 205, '#f0cf8a', 0.26),
    dot(300, 310, 150, '#f0cf8a', 0.26),
    `<g fill="none" stroke="#c98e4a" stroke-width="9"><path d="M60 560V330C60 150 170 50 300 50S540 150 540 330V560"/><path d="M236 56C150 160 140 380 150 560M364 56C452 160 462 380 452 560" stroke-width="6"/></g>`,
    line('M96 190L132 150L176 178L196 140M440 150L484 170L500 226L470 250', '#ffe9b0', 2.5, 0.7),
    each(
      [
        [96, 190],
        [132, 150],
        [176, 178],
        [196, 140],
        [440, 150],
        [484, 170],
        [500, 226],
        [470, 250],
      ],
      ([x, y]) => dot(x, y, 5, '#ffe9b0'),
    ),
    fill('M-400 560H1000V600H-400Z', '#5d3a22'),
  )
