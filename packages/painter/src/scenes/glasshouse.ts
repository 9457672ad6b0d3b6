import { draw } from '../shapes.ts'

export const glasshouse = () =>
  draw(
    '<g fill="#1f4838">',
    '<path d="M-400 0h600v60H-400z" opacity=".5"/>',
    '</g>',
    '<g stroke="#8fbf9a" stroke-opacity=".28" stroke-width="6" fill="none">',
    '<path d="M100 0V800M300 0V800M500 0V800M-400 150H1000M-400 360H1000"/>',
    '</g>',
    '<circle cx="180" cy="180" r="130" fill="#f2d48c" opacity=".9"/>',
    '<g fill="#4f8a5c">',
    '<path d="M1000 90C500 100 440 170 430 250C520 260 590 200 1000 90Z"/>',
    '<path d="M1000 280C520 270 460 320 450 390C530 410 590 370 1000 280Z" fill="#3a7350"/>',
    '<path d="M-400 400C70 400 120 450 130 520C60 530 10 490 -400 400Z" fill="#3a7350"/>',
    '<path d="M-400 250C60 240 110 270 128 330C70 350 14 330 -400 250Z" fill="#6ba268"/>',
    '</g>',
    '<path d="M1000 90C540 150 490 190 432 248M1000 280C550 330 500 360 452 388M-400 400C50 450 90 480 128 518M-400 250C50 280 90 300 126 328" stroke="#1b3f31" stroke-width="4" fill="none"/>',
  )
