import { chance, dot, draw, each, fill, line, mix, path, round } from '../shapes.ts'
import { setLine } from './letters.ts'

export const PAPERS = {
  cream: '#f3e6cc',
  white: '#f8f4ea',
  blue: '#d9e5ea',
  kraft: '#cfae7d',
  rose: '#f1d6cc',
  green: '#dde8d2',
} as const

/** What someone kept, as it is written in the library: what is printed on it, and in which colours. */
export interface KeepsakeSpec {
  paper: keyof typeof PAPERS
  /** of the print, `#rrggbb` */
  colour: string
  heading: string
  lines: readonly string[]
  /** in handwriting */
  note?: string
  /** in the stamp or the seal */
  mark?: string
}

/** The ink of handwriting and of black print. */
export const INK = '#2a211d'
export const PENCIL = '#5b5550'

/** A rectangle with its corner, in units of the 600 × 800 page. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** The outline of a sheet with a row of half circles cut out of two sides. */
function perforated({ x, y, width, height }: Place, radius: number): string {
  const step = radius * 3
  const count = Math.floor(height / step)
  const gap = (height - count * step) / 2
  const bite = (side: 1 | -1) =>
    `v${round(step / 2 - radius)}a${radius} ${radius} 0 0 0 0 ${side * radius * 2}v${round(step / 2 - radius)}`
  const down = Array.from({ length: count }, () => bite(1)).join('')
  const up = down.replaceAll(/v(?=\d)/g, 'v-').replaceAll(` ${radius * 2}v`, ` ${-radius * 2}v`)
  return `${path`M${x} ${y}h${width}v${gap}`}${down}${path`v${gap}h${-width}v${-gap}`}${up}Z`
}

/** A sheet of paper that lies on the ground: its shadow, its colour and its fibres. */
export function sheetOf(spec: KeepsakeSpec, place: Place, edge: 'plain' | 'perforated' = 'plain'): string {
  const { x, y, width, height } = place
  const colour = PAPERS[spec.paper]
  const outline = edge === 'perforated' ? perforated(place, 9) : path`M${x} ${y}h${width}v${height}h${-width}Z`
  const random = chance(spec.heading)
  const fibres = Array.from({ length: 46 }, () => {
    const [left, top, long] = [x + 8 + random() * (width - 40), y + 8 + random() * (height - 16), 6 + random() * 20]
    return path`M${left} ${top}q${long / 2} ${random() * 5 - 2.5} ${long} 0`
  }).join('')
  return draw(
    `<g transform="translate(9 13)">${fill(outline, '#000000', 0.3)}</g>`,
    fill(outline, colour),
    line(fibres, mix(colour, '#7a5a34', 0.5), 0.8, 0.3),
    fill(path`M${x} ${y + height * 0.72}h${width}v${height * 0.28}h${-width}Z`, mix(colour, '#6a4a2a', 0.5), 0.1),
  )
}

/** A crease across a sheet that was folded. */
export function crease({ x, y, width, height }: Place, share: number): string {
  const at = y + height * share
  return draw(
    line(path`M${x} ${at}h${width}`, '#4a3420', 1.4, 0.3),
    line(path`M${x} ${at + 2}h${width}`, '#ffffff', 2, 0.6),
  )
}

/** A round stamp, struck by hand. */
export function stamped(text: string, x: number, y: number, colour: string, turn = -14, radius = 62): string {
  const ring = (size: number, width: number) =>
    `<circle r="${size}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity=".8"/>`
  const words = text.split(' / ')
  const height = 26
  const top = (-height * (words.length - 1)) / 2 + 8
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${ring(radius, 4)}${ring(radius - 9, 1.5)}${each(
    words,
    (word, index) =>
      setLine(word, {
        x: 0,
        y: top + index * height,
        size: 23,
        colour,
        face: 'sans',
        align: 'middle',
        within: radius * 1.55,
        tracking: 40,
        strength: 0.85,
      }),
  )}</g>`
}

/** A ring that a cup has left. */
export const cupRing = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#8a5a2c" stroke-width="7" stroke-opacity=".2"/><circle cx="${x + 2}" cy="${y + 1}" r="${radius - 5}" fill="none" stroke="#8a5a2c" stroke-width="2" stroke-opacity=".3"/>`

/** A strip of tape. */
export const tape = (x: number, y: number, turn: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-52" y="-17" width="104" height="34" fill="#e9dfb8" fill-opacity=".75"/></g>`

/** Handwriting of one line, slightly uneven. */
export const written = (
  text: string,
  x: number,
  y: number,
  size: number,
  options: { colour?: string; within?: number; turn?: number; align?: 'start' | 'middle' | 'end' } = {},
): string =>
  `<g transform="rotate(${options.turn ?? -1.5} ${x} ${y})">${setLine(text, { x, y, size, colour: options.colour ?? INK, face: 'italic', align: options.align ?? 'start', within: options.within ?? 400, strength: 0.9 })}</g>`

/** A hole that was punched. */
export const punched = (x: number, y: number, ground: string): string =>
  draw(dot(x, y, 11, ground), dot(x + 1.5, y + 2, 11, '#000000', 0.2))
