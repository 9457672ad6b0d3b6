import { draw } from '../shapes.ts'
import { stars } from './pieces.ts'

export const planets = () =>
  draw(
    stars(60, 'planets'),
    '<g fill="none" stroke="#c9d2ff" stroke-opacity=".35" stroke-width="4">',
    '<circle cx="300" cy="300" r="220"/>',
    '<circle cx="300" cy="300" r="280"/>',
    '<circle cx="300" cy="300" r="340"/>',
    '</g>',
    '<circle cx="108" cy="192" r="22" fill="#f2c15f"/>',
    '<circle cx="540" cy="154" r="34" fill="#e2724c"/>',
    '<ellipse cx="540" cy="154" rx="58" ry="13" fill="none" stroke="#f3d9a2" stroke-width="6" transform="rotate(-18 540 154)"/>',
    '<circle cx="60" cy="450" r="13" fill="#7fb6c9"/>',
  )
