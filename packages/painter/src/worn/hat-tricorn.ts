import { dot, draw, fill, line, mix } from '../shapes.ts'
import type { Hat } from './worn-types.ts'

export const tricorn: Hat = ([light, shade, trim]) =>
  draw(
    fill('M206 262C200 196 240 160 302 158C364 160 402 196 396 262Z', light),
    fill('M306 158C364 160 402 196 396 262L306 256Z', shade),
    fill(
      'M132 196C176 226 250 214 302 214C356 214 424 226 470 196C478 250 440 292 404 300C350 262 252 262 196 300C160 292 124 250 132 196Z',
      mix(light, '#ffffff', 0.1),
    ),
    fill(
      'M306 214C358 214 424 226 470 196C478 250 440 292 404 300C376 280 340 270 306 270Z',
      mix(shade, '#ffffff', 0.04),
    ),
    line('M134 198C178 228 250 217 302 217C356 217 422 228 468 198', trim, 7),
    line('M214 206C222 184 244 172 270 168', '#ffffff', 5, 0.3),
    dot(232, 246, 15, trim),
    dot(232, 246, 8, '#a8382a'),
    fill('M226 232C206 180 170 150 120 140C150 160 160 170 166 190C182 196 200 214 216 240Z', '#efe3cc'),
    line('M222 236C200 190 170 164 132 146', '#a8977a', 3.5),
  )
