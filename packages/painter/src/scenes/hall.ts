import { draw, fill, line } from '../shapes.ts'
import { disc } from './pieces.ts'

export const hall = () =>
  draw(
    `<g fill="none" stroke="#2b1626" stroke-opacity=".6" stroke-width="6"><path d="M40 40H180V420H40ZM420 40H560V420H420ZM40 470H180V780H40ZM420 470H560V780H420Z"/></g>`,
    disc(300, 300, 236, '#f0cd86', 0.85),
    `<circle cx="300" cy="300" r="222" fill="none" stroke="#7a4a2a" stroke-width="5"/><circle cx="300" cy="300" r="204" fill="none" stroke="#7a4a2a" stroke-width="16" stroke-dasharray="5 101.8"/><circle cx="300" cy="300" r="204" fill="none" stroke="#7a4a2a" stroke-width="8" stroke-dasharray="3 18.36"/>`,
    line('M300 300L440 168', '#7a4a2a', 8),
    fill('M-400 0H1000V22H-400Z', '#1f1220'),
  )
