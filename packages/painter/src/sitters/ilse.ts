import { draw } from '../shapes.ts'
import type { Sitter } from './sitter.ts'

export const ilse: Sitter = {
  scene: 'ferry',
  behind:
    '<path d="M180 300C170 200 240 160 305 162C380 164 430 220 424 320C422 390 424 440 404 470C380 470 220 480 196 462C176 420 184 360 180 300Z" fill="#1d1116"/>',
  face: {
    skin: 'fair',
    iris: '#3f6b7a',
    hair: '#2a171a',
    lash: true,
    smile: 9,
    noEar: true,
    freckles: true,
    hairShadow: 'M200 300C240 290 300 262 330 226C350 262 380 286 400 300L400 200L200 200Z',
  },
  before: draw(
    '<path d="M190 470C172 400 170 300 196 244C222 190 280 168 330 186C318 236 268 276 222 292C212 340 214 420 226 470Z" fill="#2a181d"/>',
    '<path d="M322 184C380 190 424 240 418 330C418 400 416 440 402 474C386 474 378 472 374 470C390 410 392 340 384 296C352 278 332 240 322 184Z" fill="#170c11"/>',
    '<path d="M206 260C226 214 270 190 312 190" fill="none" stroke="#6b4a45" stroke-width="6" stroke-linecap="round" stroke-opacity=".7"/>',
  ),
  body: draw(
    '<path d="M60 800C66 690 110 610 236 566L300 640L368 566C490 610 536 690 540 800Z" fill="#1b3a5c"/>',
    '<path d="M300 640L368 566C490 610 536 690 540 800H330Z" fill="#122843"/>',
    '<path d="M236 566C214 560 200 600 196 640L286 740L300 640Z" fill="#27507b"/>',
    '<path d="M368 566C392 562 404 600 406 640L316 740L300 640Z" fill="#1a3757"/>',
    '<circle cx="270" cy="770" r="11" fill="#e7bd6a"/>',
    '<circle cx="336" cy="770" r="11" fill="#c89a4b"/>',
    '<path d="M246 548C270 590 330 594 358 546L366 584C334 628 270 628 238 582Z" fill="#d9532f"/>',
    '<path d="M300 612C330 612 352 596 366 574L366 584C350 612 326 618 300 618Z" fill="#9c3420"/>',
  ),
}
