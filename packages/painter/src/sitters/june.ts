import { draw } from '../shapes.ts'
import { roundGlasses } from './round-glasses.ts'
import type { Sitter } from './sitter.ts'

export const june: Sitter = {
  scene: 'planets',
  behind: draw(
    '<path d="M392 190C470 170 520 240 500 330C494 400 470 440 440 460C456 400 450 330 400 290Z" fill="#b0522b"/>',
    '<path d="M194 330C180 240 222 174 302 172C384 174 420 240 408 340Z" fill="#8d3d20"/>',
  ),
  face: { skin: 'porcelain', iris: '#4f7a52', hair: '#9a4a2a', lash: true, freckles: true, smile: 13 },
  before: draw(
    '<path d="M198 340C182 260 206 192 268 174C330 158 400 186 404 258C406 290 402 320 398 338C392 300 384 278 372 262C350 268 312 262 292 240C270 270 228 280 214 286C206 306 202 322 198 340Z" fill="#c8643a"/>',
    '<path d="M292 240C312 262 350 268 372 262C384 278 392 300 398 338C402 320 406 290 404 258C402 214 376 186 342 176C322 190 304 212 292 240Z" fill="#94421f"/>',
    '<path d="M214 252C228 216 262 194 300 190M398 214c40 6 66 40 66 84" stroke="#eda06c" stroke-width="6" fill="none" stroke-linecap="round"/>',
    '<path d="M386 196l26 30" stroke="#f2c15f" stroke-width="14" stroke-linecap="round"/>',
    roundGlasses('#1b1f3f'),
  ),
  body: draw(
    '<path d="M56 800C62 690 116 610 240 570C262 620 342 620 362 570C488 610 536 690 544 800Z" fill="#e9b44c"/>',
    '<path d="M304 608C334 606 354 592 362 570C488 610 536 690 544 800H318Z" fill="#b97f26"/>',
    '<path d="M236 560C256 620 346 620 368 560L378 588C348 650 256 650 226 588Z" fill="#f4cf7c"/>',
    '<path d="M304 634C340 630 364 614 378 588L368 560C350 606 330 606 304 606Z" fill="#cf9435"/>',
    '<g stroke="#b97f26" stroke-width="5" opacity=".55">',
    '<path d="M150 650V800M200 636V800M250 650V800"/>',
    '</g>',
  ),
}
