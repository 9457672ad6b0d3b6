import { draw, fill, line } from '../shapes.ts'
import { disc } from './pieces.ts'

/** Face and hands of the clock, round the middle of the page. */
const clock = (): string =>
  draw(
    disc(300, 300, 236, '#f0cd86', 0.9),
    `<circle cx="300" cy="300" r="222" fill="none" stroke="#7a4a2a" stroke-width="8"/><circle cx="300" cy="300" r="200" fill="none" stroke="#7a4a2a" stroke-width="22" stroke-dasharray="9 95.72"/>`,
    line('M300 300L410 216M300 300L300 120', '#7a4a2a', 15),
  )

export const hall = () =>
  draw(
    `<g fill="none" stroke="#2b1626" stroke-opacity=".6" stroke-width="6"><path d="M-340 40H-200V420H-340ZM-150 40H-10V420H-150ZM610 40H750V420H610ZM800 40H940V420H800ZM-340 470H-200V780H-340ZM-150 470H-10V780H-150ZM610 470H750V780H610ZM800 470H940V780H800ZM40 40H180V420H40ZM420 40H560V420H420ZM40 470H180V780H40ZM420 470H560V780H420Z"/></g>`,
    `<g transform="translate(490 170) scale(.38) translate(-300 -300)">${clock()}</g>`,
    fill('M-400 0H1000V22H-400Z', '#1f1220'),
  )
