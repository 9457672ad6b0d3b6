import { draw } from '../shapes.ts'

const LEAVES = [
  '<g fill="#4f8a5c">',
  '<path d="M600 90C500 100 440 170 430 250C520 260 590 200 600 90Z"/>',
  '<path d="M600 280C520 270 460 320 450 390C530 410 590 370 600 280Z" fill="#3a7350"/>',
  '<path d="M0 400C70 400 120 450 130 520C60 530 10 490 0 400Z" fill="#3a7350"/>',
  '<path d="M0 250C60 240 110 270 128 330C70 350 14 330 0 250Z" fill="#6ba268"/>',
  '</g>',
  '<path d="M600 90C540 150 490 190 432 248M600 280C550 330 500 360 452 388M0 400C50 450 90 480 128 518M0 250C50 280 90 300 126 328" stroke="#1b3f31" stroke-width="4" fill="none"/>',
].join('')

/** The leaves grow again beside the page, mirrored at its edges. */
const mirrored = (edge: number) => `<g transform="translate(${2 * edge} 0) scale(-1 1)">${LEAVES}</g>`

export const glasshouse = () =>
  draw(
    '<path d="M-400 0H1000V60H-400Z" fill="#1f4838" fill-opacity=".5"/>',
    '<g stroke="#8fbf9a" stroke-opacity=".28" stroke-width="6" fill="none">',
    '<path d="M-300 0V800M-100 0V800M100 0V800M300 0V800M500 0V800M700 0V800M900 0V800M-400 150H1000M-400 360H1000"/>',
    '</g>',
    '<circle cx="180" cy="180" r="130" fill="#f2d48c" fill-opacity=".9"/>',
    mirrored(0),
    LEAVES,
    mirrored(600),
  )
