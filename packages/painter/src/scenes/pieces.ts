import { chance, dot, round } from '../shapes.ts'

const SHARES = [0.9, 0.45, 0.65] as const

/** Points of three sizes on the page and, as thickly, on both sides of it, always where `seed` puts them. */
function speckle(count: number, seed: string, colour: string, height: number, least: number, most: number): string {
  const middle = chance(seed)
  const sides = chance(`${seed} beside`)
  const groups: string[][] = [[], [], []]
  for (let index = 0; index < count; index += 1)
    groups[index % 3]?.push(`M${Math.round(middle() * 600)} ${Math.round(middle() * height)}h0`)
  for (let index = 0; index < count; index += 1) {
    const x = sides() * 800
    groups[index % 3]?.push(`M${Math.round(x < 400 ? x - 400 : x + 200)} ${Math.round(sides() * height)}h0`)
  }
  return groups
    .map((points, size) => {
      const width = round(least + ((most - least) * size) / 2)
      return `<path d="${points.join('')}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-opacity="${SHARES[size]}"/>`
    })
    .join('')
}

export const stars = (count: number, seed: string, colour = '#fff', height = 470): string =>
  speckle(count, seed, colour, height, 1.8, 5)

export const snow = (count: number, seed: string): string => speckle(count, seed, '#fff', 800, 4, 11)

/** A leaf of two halves that grows upwards from x, y. */
export const leaf = (x: number, y: number, scale: number, turn: number, light: string, shade: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"><path d="M0 0C-34 -24 -40 -80 0 -124C40 -80 34 -24 0 0Z" fill="${light}"/><path d="M0 0C34 -24 40 -80 0 -124Z" fill="${shade}"/></g>`

/** The disc of light behind the head, with a halo of `halo` units round it. */
export const disc = (x: number, y: number, radius: number, colour: string, share = 1, halo = 0): string =>
  dot(x, y, radius, colour, share) + (halo > 0 ? dot(x, y, radius + halo, colour, 0.14) : '')

/** A tall window with a round head: `light` behind panes in a frame of `wood`. */
export function archWindow(x: number, top: number, width: number, height: number, light: string, wood: string): string {
  const half = width / 2
  const d = `M${x - half} ${top + height}V${top + half}A${half} ${half} 0 0 1 ${x + half} ${top + half}V${top + height}Z`
  const bars = `M${x} ${top}V${top + height}M${x - half} ${top + half}H${x + half}M${x - half} ${top + half + (height - half) / 2}H${x + half}`
  return `<path d="${d}" fill="${light}" fill-opacity=".85"/><path d="${bars}" stroke="${wood}" stroke-width="7" stroke-opacity=".55"/><path d="${d}" fill="none" stroke="${wood}" stroke-width="14"/>`
}

/** Something that stands in the page, and again as far beside it as `steps` say. */
export const again = (markup: string, ...steps: number[]): string =>
  markup + steps.map((step) => `<g transform="translate(${step} 0)">${markup}</g>`).join('')
