import { draw, fill, line } from '../shapes.ts'
import type { HairStyle } from './hair-style.ts'

export const receding: HairStyle = ([light, shade, shine]) => ({
  back: fill('M200 322C192 246 226 188 300 186C374 188 408 246 400 322L390 340H210Z', shade),
  front: draw(
    fill(
      'M202 336C192 286 200 240 226 216C244 200 270 190 300 190C312 202 306 216 296 222C284 214 268 218 262 232C254 226 246 228 242 238C228 258 222 276 219 300C216 314 214 326 212 340Z',
      light,
    ),
    fill(
      'M398 336C408 286 400 240 374 216C356 198 330 190 300 190C290 202 290 214 296 222C310 212 330 218 338 232C346 226 354 228 358 238C372 258 378 276 381 300C384 314 386 326 388 340Z',
      shade,
    ),
    line('M209 296q1 -30 17 -48M238 216q22 -14 44 -16', shine, 5, 0.8),
  ),
})
