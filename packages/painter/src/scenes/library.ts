import { chance, draw, each, fill } from '../shapes.ts'
import { archWindow } from './pieces.ts'

const SPINES = ['#a4513a', '#d6a74f', '#5f8f86', '#8b3f52', '#c9bfa6', '#4a6a8f'] as const
const SHELVES = [
  [0, 0],
  [0, 250],
  [0, 500],
  [460, 0],
  [460, 250],
  [460, 500],
  [-160, 0],
  [-160, 250],
  [-160, 500],
  [620, 0],
  [620, 250],
  [620, 500],
  [-320, 0],
  [-320, 250],
  [-320, 500],
  [780, 0],
  [780, 250],
  [780, 500],
] as const

/** A shelf of books, each shelf with its own. */
function shelf(x: number, y: number, number: number): string {
  const next = chance(`lib${number}`)
  let books = ''
  for (let at = x + 4; at < x + 128; ) {
    const width = 14 + Math.round(next() * 14)
    const height = 100 + Math.round(next() * 70)
    const colour = SPINES[Math.floor(next() * SPINES.length)]
    books += `<path d="M${at} ${y + 230 - height}h${width}v${height}h-${width}z" fill="${colour}"/>`
    at += width + 3
  }
  return books + fill(`M${x} ${y + 230}h140v14h-140z`, '#14211b')
}

export const library = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#22392f', 0.5),
    each(SHELVES, ([x, y], number) => shelf(x, y, number)),
    archWindow(300, 44, 300, 600, '#e3c47f', '#2c2117'),
  )
