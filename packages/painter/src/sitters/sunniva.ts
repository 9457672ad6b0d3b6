import { draw } from '../shapes.ts'
import type { Sitter } from './sitter.ts'

export const sunniva: Sitter = {
  scene: 'stacks',
  behind: draw(
    '<path d="M176 320C160 210 226 150 304 150C388 152 440 216 426 330C430 450 460 600 470 740L140 740C146 600 180 450 176 320Z" fill="#c9c5bd"/>',
    '<path d="M304 150C388 152 440 216 426 330C430 450 460 600 470 740L330 740Z" fill="#8d8a92"/>',
  ),
  face: { skin: 'moon', iris: '#4f8f7b', hair: '#8b8893', lash: true, noEar: true, smile: 8, browTilt: 2, blush: 0.22 },
  before: draw(
    '<path d="M214 336C176 316 140 272 126 238C166 246 206 270 222 306Z" fill="#ead7cf"/>',
    '<path d="M206 318C182 302 160 278 146 254" stroke="#b598a5" stroke-width="5" fill="none" stroke-linecap="round"/>',
    '<path d="M388 336C426 316 462 272 474 238C436 246 396 270 380 306Z" fill="#b598a5"/>',
    '<path d="M190 620C168 500 172 380 190 300C200 230 250 186 304 182C300 240 262 270 226 296C206 380 214 500 232 620C220 640 200 640 190 620Z" fill="#e6e2da"/>',
    '<path d="M304 182C362 186 408 232 414 300C430 380 432 500 412 620C400 640 384 636 376 620C392 500 398 380 380 296C344 272 308 240 304 182Z" fill="#9f9ca5"/>',
    '<path d="M204 300C214 246 250 212 292 200M196 420C196 380 200 350 206 330" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round"/>',
    '<path d="M212 258C262 230 344 230 394 258" fill="none" stroke="#d6a74f" stroke-width="6"/>',
    '<path d="M304 232l10 16l-10 18l-10 -18z" fill="#4f8f7b" stroke="#d6a74f" stroke-width="4"/>',
  ),
  body: draw(
    '<path d="M70 800C80 700 120 620 240 574C262 640 340 640 362 574C480 620 522 700 532 800Z" fill="#24635c"/>',
    '<path d="M304 624C336 622 354 606 362 574C480 620 522 700 532 800H326C312 740 306 680 304 624Z" fill="#174640"/>',
    '<path d="M232 578C256 660 346 660 370 578L386 590C356 690 246 690 216 590Z" fill="#d6a74f"/>',
    '<path d="M304 654C346 650 362 620 370 578L386 590C366 664 336 676 304 676Z" fill="#9c7430"/>',
  ),
}
