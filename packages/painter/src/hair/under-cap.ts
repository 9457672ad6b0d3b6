import { draw, fill, line } from '../shapes.ts'
import type { HairStyle } from './hair-style.ts'

const LEFT = [
  [196, 414, 10],
  [190, 442, 8],
  [184, 470, 6],
  [180, 498, 4],
  [177, 526, 0],
  [177, 554, -2],
] as const
const RIGHT = [
  [404, 414, -10],
  [410, 442, -8],
  [416, 470, -6],
  [420, 498, -4],
  [423, 526, 0],
  [423, 554, 2],
] as const

const link = (x: number, y: number, turn: number, light: string, shade: string) =>
  draw(
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(.78)">`,
    fill('M-20 -14C-22 6 -12 22 3 22C14 10 18 -8 12 -20Z', light),
    fill('M20 -12C24 8 14 24 -2 24C-4 10 0 -10 10 -20Z', shade),
    '</g>',
  )

/** Two plaits below a cap. */
export const underCap: HairStyle = ([light, shade, shine]) => ({
  back: fill('M194 330C184 250 220 190 302 190C384 192 416 250 406 336L398 430C340 450 260 450 202 430Z', shade),
  front: draw(
    fill('M196 296C188 330 190 372 198 416C212 406 218 392 216 378C208 350 210 322 220 296Z', light),
    fill('M404 296C412 330 410 372 402 416C388 406 384 392 386 378C392 350 390 322 380 296Z', shade),
    line('M202 330q-3 34 1 60', shine, 4.5, 0.8),
    fill('M214 300C224 322 246 326 262 304C252 300 226 298 214 300Z', light),
  ),
  drape: draw(
    ...LEFT.map(([x, y, turn]) => link(x, y, turn, light, shade)),
    ...RIGHT.map(([x, y, turn]) => link(x, y, turn, shade, '#0d0d12')),
    fill('M166 572h22l-3 12h-16z', '#b23a30'),
    fill('M412 572h22l-3 12h-16z', '#7a2020'),
    fill('M168 582q-4 22 9 36q12 -14 8 -36z', light),
    fill('M414 582q-4 22 9 36q12 -14 8 -36z', shade),
  ),
})
