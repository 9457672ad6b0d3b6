import { dot, draw, each, fill, line } from '../shapes.ts'
import type { Hat } from './worn-types.ts'

export const antlerComb: Hat = ([light, shade]) =>
  draw(
    line('M222 214C196 190 186 160 192 122M196 164C180 154 172 140 172 122M206 190C186 186 168 172 160 154', light, 10),
    line('M382 214C408 190 418 160 412 122M408 164C424 154 432 140 432 122M398 190C418 186 436 172 444 154', shade, 10),
    line('M219 208C198 186 190 160 196 128', '#fff3d6', 3, 0.6),
    fill('M212 234C236 192 364 190 392 234C384 218 348 204 302 204C256 204 222 218 212 234Z', light),
    fill('M304 204C350 205 384 218 392 234C378 206 340 200 304 199Z', shade),
    each([236, 258, 280], (x, i) => dot(x, 214 - i * 4, 5, '#7fae5a')),
    each([324, 346, 368], (x, i) => dot(x, 206 + i * 4, 5, '#4f7d3c')),
  )
