import { draw, fill, line, mix } from '../shapes.ts'
import type { Hat } from './worn-types.ts'

/** A soft disc that hangs over one ear, with a stalk on top. */
export const beret: Hat = ([light, shade]) =>
  draw(
    line('M286 148q0 -16 10 -24', shade, 10),
    fill(
      'M184 270C146 240 158 182 226 156C300 130 412 136 456 196C480 232 462 276 420 292C398 262 348 244 300 244C250 244 214 254 184 270Z',
      light,
    ),
    fill(
      'M340 143C392 150 434 168 456 196C480 232 462 276 420 292C398 262 348 244 300 244C364 236 398 214 390 184C384 166 366 152 340 143Z',
      shade,
    ),
    fill(
      'M194 292C193 280 195 268 199 260C262 236 340 236 402 260C406 268 408 280 407 292C340 264 262 264 194 292Z',
      mix(shade, '#000000', 0.35),
    ),
    line('M190 222C196 194 222 176 258 166', mix(light, '#ffffff', 0.35), 6, 0.6),
    line('M300 158C336 160 362 172 370 190', mix(shade, '#000000', 0.2), 5, 0.5),
  )
