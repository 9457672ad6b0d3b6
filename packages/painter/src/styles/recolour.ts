import { path } from '../shapes.ts'

/**
 * What styles do to finished shapes: other colours, outlines, a hand that wanders. All of it happens in the drawing
 * itself; filters over the pixels of a whole page would take seconds.
 */

const COLOUR = /\b(fill|stroke|stop-color)="(#[0-9a-f]{3,6})"/g

/** Every colour through a function, areas apart from strokes. What it gives may be a colour or the name of a pattern. */
export function recolour(markup: string, area: (colour: string) => string, stroke = area): string {
  return markup.replace(COLOUR, (_, attribute: string, colour: string) => {
    return `${attribute}="${(attribute === 'stroke' ? stroke : area)(full(colour))}"`
  })
}

const full = (colour: string): string =>
  colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour

/** How light a colour looks, 0–1. */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

const SHAPE = /<(path|circle|rect|ellipse)\b([^>]*?)\/>/g

/** A line round every opaque area; `colourOf` gives its colour from that of the area. */
export function outline(markup: string, width: number, colourOf: (colour: string) => string, share = 1): string {
  return markup.replace(SHAPE, (whole, tag: string, attributes: string) => {
    const colour = /\bfill="(#[0-9a-f]{6}|#[0-9a-f]{3})"/.exec(attributes)?.[1]
    if (!colour || /\bstroke=|\bopacity=/.test(attributes)) return whole
    const faint = share < 1 ? ` stroke-opacity="${share}"` : ''
    return `<${tag}${attributes} stroke="${colourOf(full(colour))}" stroke-width="${width}" stroke-linejoin="round"${faint}/>`
  })
}

/** Without the soft blush on the cheeks, which is a gradient. */
export const withoutBlush = (markup: string): string => markup.replace(/<ellipse[^>]*url\(#\w+bl\)[^>]*\/>/g, '')

/** The same shapes in one colour, as a shadow of them has; what is only a stroke stays one. */
export const silhouette = (markup: string, colour: string): string =>
  copyOf(markup).replace(/\b(fill|stroke)="(?!none)[^"]*"/g, `$1="${colour}"`)

const LENGTHS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** The same paths as an unsteady hand draws them: points move by up to `reach` units, neighbours alike. */
export function wander(markup: string, reach: number, period: number, phase = 0): string {
  const shift = (x: number, y: number): [number, number] => [
    x +
      (reach / 2) *
        (Math.sin(x / period + y / (period * 1.7) + phase) +
          Math.sin(y / (period * 0.6) - x / (period * 2.3) + 2 * phase)),
    y +
      (reach / 2) *
        (Math.sin(y / period - x / (period * 1.4) + 1 + phase) +
          Math.sin(x / (period * 0.7) + y / (period * 2.1) - phase)),
  ]
  return markup.replace(/ d="([^"]+)"/g, (_, data: string) => ` d="${wanderPath(data, shift)}"`)
}

function wanderPath(data: string, shift: (x: number, y: number) => [number, number]): string {
  const tokens = data.match(/[a-zA-Z]|-?\d*\.?\d+/g) ?? []
  let at: [number, number] = [0, 0]
  let command = ''
  let moved = ''
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] ?? ''
    if (/[a-zA-Z]/.test(token)) {
      command = token
      index += 1
      if (token.toUpperCase() === 'Z') moved += 'Z'
      continue
    }
    const kind = command.toUpperCase()
    const count = LENGTHS[kind] ?? 2
    const numbers = tokens.slice(index, index + count).map(Number)
    index += count
    if (numbers.length < count || numbers.some(Number.isNaN)) return data
    const relative = command !== kind
    const ends = pointsOf(kind, numbers, at, relative)
    at = ends.at(-1) ?? at
    moved +=
      kind === 'A'
        ? data0(command, numbers)
        : segment(
            kind,
            ends.map(([x, y]) => shift(x, y)),
          )
  }
  return moved
}

/** Points of a segment in page units: control points and the end. */
function pointsOf(kind: string, numbers: number[], [x, y]: [number, number], relative: boolean): [number, number][] {
  const [first = 0] = numbers
  if (kind === 'H') return [[relative ? x + first : first, y]]
  if (kind === 'V') return [[x, relative ? y + first : first]]
  const pairs = kind === 'A' ? numbers.slice(5) : numbers
  const points: [number, number][] = []
  for (let index = 0; index < pairs.length; index += 2) {
    const [dx = 0, dy = 0] = pairs.slice(index, index + 2)
    points.push(relative ? [x + dx, y + dy] : [dx, dy])
  }
  return points
}

const segment = (kind: string, points: [number, number][]): string =>
  (kind === 'H' || kind === 'V' ? 'L' : kind) + points.map(([x, y]) => path`${x} ${y}`).join(' ')

const data0 = (command: string, numbers: number[]): string => command + numbers.join(' ')

/** A second copy of shapes that moves on its own: the areas that cut it off go by other names. */
export const copyOf = (markup: string): string =>
  withoutBlush(markup)
    .replace(/<clipPath id="([^"]+)"/g, '<clipPath id="$1z"')
    .replace(/clip-path="url\(#([^)]+)\)"/g, 'clip-path="url(#$1z)"')
