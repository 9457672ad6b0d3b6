import { draw } from '../shapes.ts'
import type { Sitter } from './sitter.ts'

export const odile: Sitter = {
  scene: 'theatre',
  behind: draw(
    '<circle cx="308" cy="150" r="66" fill="#c5cbd9"/>',
    '<circle cx="324" cy="150" r="52" fill="#8f98b0"/>',
    '<path d="M190 330C176 240 224 176 302 174C384 176 422 244 408 350L390 380L206 380Z" fill="#a9b1c6"/>',
  ),
  face: {
    skin: 'ghost',
    iris: '#6f7fb3',
    hair: '#7a8298',
    lash: true,
    blush: 0.12,
    lip: '#8a4a66',
    browTilt: 1,
    smile: 7,
  },
  before: draw(
    '<path d="M196 350C182 270 200 196 264 178C290 170 312 170 330 180C310 226 262 252 226 266C208 290 204 320 196 350Z" fill="#d4d9e4"/>',
    '<path d="M322 178C384 184 416 240 406 350C398 310 392 286 380 270C350 252 330 220 322 178Z" fill="#8f98b0"/>',
    '<path d="M210 262C226 220 262 196 300 190" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round"/>',
    '<path d="M254 120q50 -36 104 0" stroke="#e8b84b" stroke-width="9" fill="none"/>',
    '<circle cx="306" cy="98" r="9" fill="#e8b84b"/>',
    '<path d="M196 396v22" stroke="#e8b84b" stroke-width="4"/>',
    '<circle cx="196" cy="426" r="9" fill="#dfe6f2"/>',
  ),
  body: draw(
    '<path d="M70 800C80 700 130 640 210 610C250 700 350 700 392 610C470 640 520 700 530 800Z" fill="#6d1f33"/>',
    '<path d="M304 676C340 670 372 650 392 610C470 640 520 700 530 800H330Z" fill="#471323"/>',
    '<path d="M210 610C200 600 226 580 250 560C262 620 340 620 354 560C376 580 402 600 392 610C350 700 250 700 210 610Z" fill="#c9ced9"/>',
    '<path d="M304 672C350 668 380 640 392 610C402 600 376 580 354 560C348 590 326 604 304 604Z" fill="#939cb2"/>',
    '<path d="M228 604C262 660 340 660 374 604" fill="none" stroke="#f4f6fa" stroke-width="5" stroke-dasharray="1 14" stroke-linecap="round"/>',
  ),
}
