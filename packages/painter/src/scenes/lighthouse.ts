import { draw } from '../shapes.ts'
import { stars } from './pieces.ts'

export const lighthouse = () =>
  draw(
    '<path d="M300 250L-460 60V-40L1060 -40V60Z" fill="#f4d58d" fill-opacity=".28"/>',
    '<path d="M300 260L-500 330V200ZM300 260L1100 330V200Z" fill="#f4d58d" fill-opacity=".22"/>',
    '<path d="M-400 600C80 570 140 620 220 596S380 570 460 600S560 590 1000 580V800H-400Z" fill="#0a1f28"/>',
    stars(24, 'lighthouse'),
  )
