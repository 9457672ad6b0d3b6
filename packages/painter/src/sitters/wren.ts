import { draw } from '../shapes.ts'
import type { Sitter } from './sitter.ts'

export const wren: Sitter = {
  scene: 'studio',
  behind: draw(
    '<g fill="#1c0d14">',
    '<circle cx="300" cy="240" r="140"/>',
    '<circle cx="186" cy="262" r="86"/>',
    '<circle cx="412" cy="262" r="86"/>',
    '<circle cx="220" cy="174" r="80"/>',
    '<circle cx="378" cy="174" r="80"/>',
    '<circle cx="172" cy="348" r="66"/>',
    '<circle cx="428" cy="348" r="66"/>',
    '<circle cx="300" cy="140" r="76"/>',
    '</g>',
  ),
  face: {
    skin: 'brown',
    iris: '#2c1710',
    hair: '#1c0d14',
    lash: true,
    noEar: true,
    smile: 12,
    lip: '#a33a44',
    hairShadow: 'M200 290C230 262 370 258 400 290L400 200L200 200Z',
  },
  before: draw(
    '<path d="M198 300C204 240 250 210 300 210C352 210 394 244 402 300C380 262 350 250 330 256C310 244 280 246 262 258C240 252 214 268 198 300Z" fill="#1c0d14"/>',
    '<path d="M150 230q20 -50 60 -70M240 120q40 -26 90 -14" stroke="#5c3340" stroke-width="7" fill="none" stroke-linecap="round" stroke-opacity=".8"/>',
    '<path d="M176 350C150 190 220 96 300 96C380 96 450 190 424 350" fill="none" stroke="#efe3d0" stroke-width="16"/>',
    '<rect x="156" y="312" width="52" height="92" rx="24" fill="#efe3d0"/>',
    '<rect x="164" y="322" width="26" height="72" rx="13" fill="#d8503a"/>',
    '<rect x="394" y="312" width="52" height="92" rx="24" fill="#b9a793"/>',
    '<rect x="412" y="322" width="26" height="72" rx="13" fill="#93311f"/>',
  ),
  body: draw(
    '<path d="M50 800C60 690 120 612 246 570C262 612 340 612 358 570C486 612 536 690 550 800Z" fill="#f0a53c"/>',
    '<path d="M304 602C330 600 350 590 358 570C486 612 536 690 550 800H320C310 730 306 660 304 602Z" fill="#c27322"/>',
    '<path d="M240 574C262 640 342 640 364 574L376 590C346 664 258 664 226 590Z" fill="#8c2b41"/>',
    '<g stroke="#8c2b41" stroke-width="10" opacity=".6">',
    '<path d="M120 690L180 800M210 650L260 800M400 650L350 800M486 690L430 800"/>',
    '</g>',
  ),
}
