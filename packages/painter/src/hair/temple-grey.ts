import { draw, fill, line, mix } from '../shapes.ts'
import type { HairStyle } from './hair-style.ts'

export const templeGrey: HairStyle = ([light, shade, shine, grey]) => ({
  back: fill('M194 334C176 250 216 168 304 164C390 166 424 250 406 336Z', shade),
  front: draw(
    fill(
      'M200 330C178 260 206 180 276 166C350 150 420 196 406 274C408 300 402 318 398 332C392 292 378 262 350 238C330 252 284 250 262 232C232 246 214 288 200 330Z',
      light,
    ),
    fill(
      'M318 162C376 164 416 210 406 274C408 300 402 318 398 332C392 292 378 262 350 238C340 245 328 249 314 249C330 222 330 190 318 162Z',
      shade,
    ),
    fill('M200 336C190 300 196 268 216 246C222 240 230 240 234 246C220 270 212 306 208 340Z', grey || shine),
    fill(
      'M400 334C410 300 404 268 384 246C378 241 372 242 370 248C382 270 390 304 392 336Z',
      mix(grey || shine, shade, 0.45),
    ),
    line('M228 226C244 196 274 182 306 182M262 216q20 -20 48 -22M346 188c22 8 38 24 44 44', shine, 5, 0.6),
  ),
})
