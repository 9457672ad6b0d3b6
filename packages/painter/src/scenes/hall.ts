import { draw, fill, line } from '../shapes.ts'
import { disc } from './pieces.ts'

export const hall = () =>
  draw(
    `<g fill="none" stroke="#2b1626" stroke-opacity=".6" stroke-width="6"><path d="M-340 40H-200V420H-340ZM-150 40H-10V420H-150ZM610 40H750V420H610ZM800 40H940V420H800ZM-340 470H-200V780H-340ZM-150 470H-10V780H-150ZM610 470H750V780H610ZM800 470H940V780H800ZM40 40H180V420H40ZM420 40H560V420H420ZM40 470H180V780H40ZM420 470H560V780H420Z"/></g>`,
    disc(300, 300, 236, '#f0cd86', 0.85),
    `<circle cx="300" cy="300" r="222" fill="none" stroke="#7a4a2a" stroke-width="5"/><circle cx="300" cy="300" r="204" fill="none" stroke="#7a4a2a" stroke-width="16" stroke-dasharray="5 101.8"/><circle cx="300" cy="300" r="204" fill="none" stroke="#7a4a2a" stroke-width="8" stroke-dasharray="3 18.36"/>`,
    line('M300 300L440 168', '#7a4a2a', 8),
    fill('M-400 0H1000V22H-400Z', '#1f1220'),
  )
