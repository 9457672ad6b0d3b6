import { dot, draw, fill, line } from '../shapes.ts'

const flour = () =>
  draw(
    fill('M212 392C222 380 246 382 258 392C262 404 246 414 230 410C218 410 206 404 212 392Z', '#fff8ea', 0.55),
    dot(206, 376, 4, '#fff8ea', 0.8),
    dot(266, 380, 3.5, '#fff8ea', 0.8),
    fill('M318 262q22 -10 44 2q-16 12 -40 8z', '#fff8ea', 0.65),
    line('M238 300l-8 28', '#f2c3a2', 5),
  )

const scar = () => draw(line('M236 384l22 26', '#f6d2b4', 5, 0.9), line('M238 382l22 26', '#693726', 2.5, 0.45))

const tattoo = () =>
  draw(
    line(
      'M214 392C226 378 246 384 244 402C242 418 222 416 224 404M244 402C252 420 268 420 276 410',
      '#2f5d6b',
      5,
      0.85,
    ),
    line('M222 300C212 284 214 262 226 248M234 296C228 284 230 268 238 258', '#2f5d6b', 4.5, 0.7),
  )

const warPaint = () =>
  draw(
    fill('M206 372C232 366 262 366 284 376L282 392C258 384 232 384 208 392Z', '#a8323a', 0.85),
    fill('M320 376C342 366 368 364 392 368L390 386C366 382 342 384 322 392Z', '#7c2430', 0.85),
    fill('M292 250H308L304 318H296Z', '#f4ead8', 0.8),
  )

/** What is on someone's skin and stays there. */
export const MARKS = { flour, scar, tattoo, warPaint }

export type MarkName = keyof typeof MARKS
