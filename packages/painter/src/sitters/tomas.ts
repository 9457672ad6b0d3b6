import { draw } from '../shapes.ts'
import { roundGlasses } from './round-glasses.ts'
import type { Sitter } from './sitter.ts'

export const tomas: Sitter = {
  scene: 'glasshouse',
  behind: '<path d="M196 330C180 240 220 178 302 176C384 178 420 240 406 340L390 360L210 360Z" fill="#5a3422"/>',
  face: {
    skin: 'olive',
    iris: '#4d6b3a',
    hair: '#5a3422',
    browWidth: 10,
    noLip: true,
    smile: 10,
    old: true,
    beard: {
      d: 'M200 352C216 388 238 408 262 412C276 402 290 410 299 414C310 408 328 402 340 412C366 408 386 380 400 345L410 520L190 520Z',
      colour: '#7a4a2c',
      shade: 'M299 414C310 408 328 402 340 412C366 408 386 380 400 345L410 520L306 520C306 490 304 450 299 414Z',
      shadeColour: '#4e2c1b',
    },
  },
  before: draw(
    '<path d="M214 420C224 470 250 520 300 532C352 520 384 470 386 400C376 450 350 486 300 492C250 490 224 450 214 420Z" fill="#63391f"/>',
    '<path d="M300 532C352 520 384 470 386 400C376 450 350 486 304 492Z" fill="#4a2918"/>',
    '<path d="M198 320C180 250 204 190 260 172C330 150 410 184 406 262C408 290 402 316 396 330C392 290 372 262 350 250C310 262 262 252 236 246C214 262 204 290 198 320Z" fill="#6b3f28"/>',
    '<path d="M350 250C372 262 392 290 396 330C402 316 408 290 406 262C410 200 360 168 312 164C330 190 344 216 350 250Z" fill="#48291a"/>',
    '<path d="M222 236C240 204 280 186 318 190" stroke="#a06c44" stroke-width="7" fill="none" stroke-linecap="round"/>',
    roundGlasses('#e9c46a'),
  ),
  body: draw(
    '<path d="M50 800C56 690 110 606 240 570L300 660L366 570C494 606 540 690 546 800Z" fill="#c9b486"/>',
    '<path d="M300 660L366 570C494 606 540 690 546 800H310Z" fill="#9d8658"/>',
    '<path d="M240 566L300 664L262 690L214 590Z" fill="#f3e6c8"/>',
    '<path d="M364 566L300 664L342 690L392 588Z" fill="#d7c294"/>',
    '<path d="M300 664L286 700L300 800L318 800L316 700Z" fill="#7c3b2c"/>',
    '<path d="M120 720h70v80h-70z" fill="#b39d6c"/>',
    '<path d="M150 716c-10 -40 -30 -44 -36 -60c20 0 36 16 40 40c4 -30 20 -50 40 -54c0 30 -14 50 -34 74z" fill="#5f9a5a"/>',
  ),
}
