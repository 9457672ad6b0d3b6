import { draw } from '../shapes.ts'

export const mapRoom = () =>
  draw(
    '<circle cx="300" cy="300" r="250" fill="#f0c877" fill-opacity=".55"/>',
    '<g fill="none" stroke="#5a2f18" stroke-opacity=".38" stroke-width="4">',
    '<path d="M-420 140C80 100 120 190 220 150S380 60 1040 130"/>',
    '<path d="M-420 190C90 160 130 240 230 200S400 120 1040 190"/>',
    '<path d="M-420 90C80 40 160 120 260 90S420 10 1040 70"/>',
    '<path d="M-420 480C60 440 100 540 160 500"/>',
    '<path d="M440 520C500 470 560 530 1040 480M450 470C510 430 560 480 1040 430"/>',
    '</g>',
    '<g fill="#5a2f18" opacity=".7">',
    '<path d="M500 250l12 34l34 12l-34 12l-12 34l-12 -34l-34 -12l34 -12z"/>',
    '</g>',
    '<path d="M80 380l40 -60M120 320l-4 22M120 320l-20 8" stroke="#8d2f1e" stroke-width="6" fill="none" stroke-linecap="round"/>',
  )
