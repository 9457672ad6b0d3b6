import { draw, fill, line } from '../shapes.ts'
import type { HairStyle } from './hair-style.ts'

export const buzz: HairStyle = ([light, shade, shine]) => ({
  front: draw(
    fill(
      'M199 312C196 248 236 196 300 194C364 196 404 248 401 312L390 314C388 280 378 262 360 252C330 238 270 238 240 252C222 262 212 284 210 314Z',
      light,
      0.92,
    ),
    fill('M306 194C368 198 404 248 401 312L390 314C388 280 378 262 360 252C344 244 326 241 306 240Z', shade, 0.95),
    line('M216 270q8 -28 30 -46', shine, 4.5, 0.7),
  ),
})
