/** The few shapes that every drawing is made of, as SVG markup. Coordinates are those of the 600 × 800 page. */

/** One decimal is more than enough at this size. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** Path data with numbers in it, rounded: path`M${x} ${y}H${z}`. */
export function path(parts: TemplateStringsArray, ...values: (number | string)[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index]
    return text + part + (typeof value === 'number' ? round(value) : (value ?? ''))
  }, '')
}

// Of the paint, never of the shape: librsvg draws whatever has an opacity of its own on a page of its own first.
const faint = (paint: 'fill' | 'stroke', share: number): string =>
  share < 1 ? ` ${paint}-opacity="${round(share * 10) / 10}"` : ''

/** An area. */
export const fill = (d: string, colour: string, share = 1): string =>
  `<path d="${d}" fill="${colour}"${faint('fill', share)}/>`

/** A stroke with round ends. */
export const line = (d: string, colour: string, width: number, share = 1): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${faint('stroke', share)}/>`

/** A disc. */
export const dot = (x: number, y: number, radius: number, colour: string, share = 1): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${colour}"${faint('fill', share)}/>`

/** Shapes, one above the other. */
export const draw = (...shapes: string[]): string => shapes.join('')

/** A colour between two, each as `#rrggbb`; `share` 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const end = channels(to)
  const mixed = channels(from).map((value, index) => Math.round(value + ((end[index] ?? value) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue of `#rrggbb`, 0–255. */
export const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Numbers from 0 up to 1, always the same ones for the same seed (FNV-1a into mulberry32). */
export function chance(seed: string): () => number {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let state = 2_166_136_261
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return state
}

/** One drawing for every row of a table, one above the other. */
export const each = <const Row>(rows: readonly Row[], drawRow: (row: Row, index: number) => string): string =>
  rows.map(drawRow).join('')
