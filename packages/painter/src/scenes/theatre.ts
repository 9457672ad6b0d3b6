import { draw } from '../shapes.ts'
import { stars } from './pieces.ts'

export const theatre = () =>
  draw(
    '<path d="M-400 0H130C150 200 120 420 60 800H-400ZM1000 0H470C450 200 480 420 540 800H1000Z" fill="#6d1f33"/>',
    '<path d="M-400 0H60C80 240 60 500 20 800H-400ZM1000 0H540C520 240 540 500 580 800H1000Z" fill="#521526"/>',
    '<path d="M92 0C110 220 90 430 40 790M508 0C490 220 510 430 560 790" stroke="#9a3247" stroke-width="6" fill="none"/>',
    '<circle cx="300" cy="300" r="200" fill="#dfe6f2" fill-opacity=".16"/>',
    '<circle cx="300" cy="300" r="150" fill="#dfe6f2" fill-opacity=".14"/>',
    stars(18, 'theatre'),
  )
