import { dot, round } from '../shapes.ts'

/** `count` dots of `size` in a circle, the first one at `start` radians. */
export const ring = (
  x: number,
  y: number,
  radius: number,
  count: number,
  size: number,
  colour: string,
  start = 0,
): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = start + (index * 2 * Math.PI) / count
    return dot(x + radius * Math.cos(angle), y + radius * Math.sin(angle), size, colour)
  }).join('')

/** A cog wheel with `teeth` teeth. */
export const gear = (x: number, y: number, radius: number, teeth: number, colour: string, hub: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${round(radius * 0.36)}" stroke-dasharray="${round((radius * 2 * Math.PI) / teeth / 2)}"/>` +
  dot(x, y, radius * 0.9, colour) +
  dot(x, y, radius * 0.4, hub)
