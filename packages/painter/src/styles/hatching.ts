import { sheet } from '../house-style.ts'
import { path } from '../shapes.ts'
import type { Stage } from '../stage.ts'

interface Lines {
  period: number
  width: number
  /** degrees */
  angle: number
  colour: string
  /** how far a line wanders from straight */
  wave?: number
}

/**
 * Lines over the whole page, seen only where `seen` is white. One set of lines behind one mask is many times quicker
 * than a pattern in every shape.
 */
export function hatching(stage: Stage, name: string, seen: string, lines: Lines): string {
  const { left, width } = stage
  // Beginning with a letter of their own, so that no part of a face has the same name.
  const mask = `${stage.id}q${name}`
  return `<mask id="${mask}" maskUnits="userSpaceOnUse" x="${left}" y="0" width="${width}" height="800">${sheet(stage, 'fill="#000"')}${seen}</mask><g mask="url(#${mask})">${drawLines(stage, lines)}</g>`
}

function drawLines({ left, width }: Stage, { period, width: wide, angle, colour, wave = 0 }: Lines): string {
  const reach = Math.hypot(width, 800) / 2
  const x = left + width / 2
  const count = Math.ceil((reach * 2) / period)
  let d = ''
  for (let index = 0; index < count; index += 1) {
    const y = 400 - reach + index * period
    const [first, second, third] = [1, 2, 3].map((part) => wave * Math.sin(index * 1.9 + part * 2.3)) as [
      number,
      number,
      number,
    ]
    d += path`M${x - reach} ${y}C${x - reach * 0.6} ${y + first} ${x - reach * 0.4} ${y + second} ${x} ${y}S${x + reach * 0.6} ${y + third} ${x + reach} ${y}`
  }
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${wide}" transform="rotate(${angle} ${x} 400)"/>`
}
