import { draw } from '../shapes.ts'

export const noodleBar = () =>
  draw(
    '<path d="M110 84H490V500H110Z" fill="#efe0c2"/><path d="M236 84V500M364 84V500M110 220H490M110 360H490" stroke="#7c2a20" stroke-width="6" stroke-opacity=".5"/><path d="M110 84H490V500H110Z" fill="none" stroke="#5a1a18" stroke-width="12"/>',
    '<path d="M-400 560C120 520 200 560 300 540S480 510 1000 560V800H-400Z" fill="#2d0e14" fill-opacity=".6"/>',
    '<g stroke="#efe0c2" stroke-opacity=".5" stroke-width="7" fill="none" stroke-linecap="round">',
    '<path d="M80 470c-20 -30 20 -50 0 -84s16 -44 4 -70M520 470c-20 -30 20 -50 0 -84s16 -44 4 -70"/>',
    '</g>',
    '<path d="M-400 60H1000V84H-400ZM40 0H58V60H40ZM542 0H560V60H542Z" fill="#2d0e14"/>',
    '<path d="M70 84h100v70q-50 20 -100 0zM430 84h100v70q-50 20 -100 0z" fill="#2d0e14" fill-opacity=".85"/>',
  )
