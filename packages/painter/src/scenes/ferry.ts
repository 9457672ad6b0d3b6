import { draw } from '../shapes.ts'
import { stars } from './pieces.ts'

export const ferry = () =>
  draw(
    stars(34, 'ferry'),
    '<circle cx="432" cy="190" r="120" fill="#f3d9a2"/>',
    '<circle cx="432" cy="190" r="165" fill="#f3d9a2" fill-opacity=".12"/>',
    '<path d="M-400 470H1000V800H-400Z" fill="#0d2a40"/>',
    '<path d="M330 500h210M300 530h150M470 552h90M40 516h110M90 560h60" stroke="#e9c88b" stroke-opacity=".5" stroke-width="5" stroke-linecap="round"/>',
    '<path d="M-400 470C60 455 120 462 170 470Z" fill="#0a2032"/>',
    '<path d="M92 468l0 -62l14 -14l14 14v62z" fill="#0a2032"/>',
    '<circle cx="106" cy="404" r="6" fill="#ffd27a"/>',
  )
