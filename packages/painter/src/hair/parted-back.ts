import { draw, fill, line } from '../shapes.ts'
import type { HairStyle } from './hair-style.ts'

export const partedBack: HairStyle = ([light, shade, shine]) => ({
  back: fill('M192 340C176 250 214 172 302 168C388 170 424 250 408 340L396 400H204Z', shade),
  front: draw(
    fill('M198 346C180 280 204 190 300 176C268 206 232 250 222 296C214 316 206 330 198 346Z', light),
    fill('M402 346C420 280 396 190 300 176C332 204 370 252 380 296C388 316 394 330 402 346Z', shade),
    line(
      'M204 300C208 252 232 214 268 194M212 322C216 284 232 244 262 214M330 196c30 14 52 50 58 92',
      shine,
      4.5,
      0.75,
    ),
  ),
})
