import { draw } from '../shapes.ts'
import type { Sitter } from './sitter.ts'

export const mateus: Sitter = {
  scene: 'tileWall',
  behind: draw(
    '<g fill="#24130f">',
    '<circle cx="300" cy="210" r="108"/>',
    '<circle cx="214" cy="262" r="56"/>',
    '<circle cx="388" cy="262" r="56"/>',
    '<circle cx="238" cy="190" r="64"/>',
    '<circle cx="364" cy="190" r="64"/>',
    '</g>',
  ),
  face: { skin: 'tan', iris: '#3a2114', hair: '#24130f', browWidth: 10, smile: 14, lip: '#a9574a', stubble: true },
  before: draw(
    '<g fill="#2f1a14">',
    '<circle cx="222" cy="246" r="38"/>',
    '<circle cx="262" cy="212" r="44"/>',
    '<circle cx="250" cy="256" r="26"/>',
    '<circle cx="296" cy="240" r="32"/>',
    '</g>',
    '<g fill="#1a0d0a">',
    '<circle cx="318" cy="206" r="46"/>',
    '<circle cx="368" cy="232" r="42"/>',
    '<circle cx="338" cy="252" r="28"/>',
    '<circle cx="392" cy="276" r="26"/>',
    '</g>',
    '<g fill="none" stroke="#7a4a36" stroke-width="6" stroke-linecap="round">',
    '<path d="M206 240q6 -22 26 -26M246 204q12 -22 36 -20"/>',
    '</g>',
  ),
  body: draw(
    '<path d="M50 800C56 690 110 608 240 568C262 618 342 618 362 568C492 608 540 690 548 800Z" fill="#f5ede0"/>',
    '<path d="M304 606C334 604 354 590 362 568C492 608 540 690 548 800H316Z" fill="#cdb9a6"/>',
    '<path d="M236 566C250 600 276 620 300 640L262 700L206 596Z" fill="#fff8ec"/>',
    '<path d="M366 566C352 600 326 620 300 640L340 700L396 596Z" fill="#ddc9b4"/>',
    '<circle cx="296" cy="710" r="9" fill="#7c3040"/>',
    '<circle cx="298" cy="762" r="9" fill="#7c3040"/>',
    '<path d="M120 800C118 740 128 690 150 650L180 800ZM480 800C482 740 470 690 450 650L420 800Z" fill="#3b5c7c"/>',
  ),
}
