import { dot, draw, fill, line } from '../shapes.ts'

const flour = () =>
  draw(
    fill('M212 392C222 380 246 382 258 392C262 404 246 414 230 410C218 410 206 404 212 392Z', '#fff8ea', 0.8),
    dot(206, 376, 4, '#fff8ea', 0.8),
    dot(266, 380, 3.5, '#fff8ea', 0.8),
    fill('M318 262q22 -10 44 2q-16 12 -40 8z', '#fff8ea', 0.65),
    line('M238 300l-8 28', '#f2c3a2', 5),
  )

const zinc = () =>
  draw(
    fill(
      'M262 366C280 376 316 376 344 364C350 372 350 382 342 390C318 398 284 398 264 390C256 382 256 372 262 366Z',
      '#f7f4ea',
      0.92,
    ),
    fill('M304 374C320 373 334 369 344 364C350 372 350 382 342 390C330 394 318 396 306 396Z', '#c9d0cc'),
  )

const scar = () => draw(line('M236 384l22 26', '#f6d2b4', 5, 0.9), line('M238 382l22 26', '#693726', 2.5, 0.45))

/** What is on somebody's skin and stays there. */
export const MARKS = { flour, zinc, scar }

export type MarkName = keyof typeof MARKS
