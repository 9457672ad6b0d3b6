import { draw } from '../shapes.ts'
import type { Sitter } from './sitter.ts'

export const kenji: Sitter = {
  scene: 'noodleBar',
  behind: draw(
    '<path d="M272 120C250 80 290 46 318 60C350 66 350 110 330 130L330 180L276 180Z" fill="#4b4448"/>',
    '<path d="M194 330C184 250 220 178 302 176C384 178 416 250 406 340Z" fill="#3b3439"/>',
  ),
  face: {
    skin: 'olive',
    iris: '#2a1a14',
    hair: '#4a4246',
    browWidth: 11,
    browTilt: -2,
    noLip: true,
    smile: 9,
    old: true,
    stubble: true,
    blush: 0.1,
  },
  before: draw(
    '<path d="M200 320C192 250 220 180 300 176C384 178 412 250 402 330C396 290 376 240 340 226C316 214 286 216 262 226C226 240 206 280 200 320Z" fill="#6a6166"/>',
    '<path d="M300 176C384 178 412 250 402 330C396 290 376 240 340 226C328 220 312 217 300 217Z" fill="#453d42"/>',
    '<path d="M230 240C244 214 268 196 296 190M222 274C226 258 232 246 240 236" stroke="#b7adb0" stroke-width="6" fill="none" stroke-linecap="round"/>',
    '<path d="M282 130h50v26h-50z" fill="#c9432c"/>',
    '<path d="M366 330L352 392" stroke="#6b3d2a" stroke-width="5" stroke-linecap="round" stroke-opacity=".7"/>',
  ),
  body: draw(
    '<path d="M46 800C54 690 110 606 236 564L306 700L372 564C500 606 546 690 554 800Z" fill="#22344e"/>',
    '<path d="M306 700L372 564C500 606 546 690 554 800H318Z" fill="#162338"/>',
    '<path d="M236 562L324 740L300 800L268 800L200 580Z" fill="#efe0c2"/>',
    '<path d="M372 562L300 700L324 744L408 580Z" fill="#c5b08a"/>',
    '<g fill="none" stroke="#3a5174" stroke-width="5">',
    '<path d="M96 720q24 -20 48 0t48 0M90 760q24 -20 48 0t48 0M420 720q24 -20 48 0t48 0M420 760q24 -20 48 0t48 0"/>',
    '</g>',
  ),
}
