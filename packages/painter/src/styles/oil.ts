import { groundDefinitions, page, scenery, sheet } from '../house-style.ts'
import { chance, draw, mix, path } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { recolour, wander } from './recolour.ts'
import { noise, relief } from './textures.ts'
import { people } from './tones.ts'

/** Thick strokes, one low light, the rest of the room in the dark, canvas under it all. */
export function oil(stage: Stage): string {
  const { id, light, lightX } = stage
  const definitions = draw(
    groundDefinitions(stage),
    noise(id, 'qr', 260, { frequency: '.03 .16', octaves: 2, seed: 30, into: relief(5, 235, 52) }),
    `<radialGradient id="${id}low" cx="${lightX > 0.5 ? 0.74 : 0.26}" cy=".64" r=".82"><stop offset="0" stop-color="#ffd08a" stop-opacity=".36"/><stop offset=".4" stop-color="#8a4416" stop-opacity=".05"/><stop offset="1" stop-color="#0d0606" stop-opacity=".7"/></radialGradient>`,
    `<radialGradient id="${id}warm" cx="${lightX}" cy="${light.y}" r=".7"><stop offset="0" stop-color="${light.colour}" stop-opacity=".2"/><stop offset="1" stop-color="${light.colour}" stop-opacity="0"/></radialGradient>`,
    `<pattern id="${id}c" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0h2.5v2.5H0zM2.5 2.5H5V5H2.5z" fill="#fff"/><path d="M2.5 0H5v2.5H2.5zM0 2.5h2.5V5H0z" fill="#000"/></pattern>`,
  )
  const aged = (colour: string) => mix(colour, '#6b3f1c', 0.16)
  return page(
    stage,
    definitions,
    draw(
      wander(recolour(scenery(stage), aged), 16, 18),
      dabs(stage),
      wander(recolour(people(stage), aged), 3.4, 11),
      sheet(stage, `fill="url(#${id}warm)"`),
      sheet(stage, `fill="url(#${id}low)"`),
      sheet(stage, `fill="url(#${id}qr)" opacity=".24" style="mix-blend-mode:soft-light"`),
      sheet(stage, `fill="url(#${id}c)" opacity=".09" style="mix-blend-mode:soft-light"`),
    ),
  )
}

/** Loaded brush marks over the ground, lighter towards the light, darker away from it. */
function dabs({ id, left, width, background, lightX }: Stage): string {
  const next = chance(`${id} dabs`)
  const middle = left + width * lightX
  return Array.from({ length: 190 }, () => {
    const x = left + next() * width
    const y = next() * 800
    const near = Math.max(0, 1 - Math.hypot(x - middle, y - 300) / 620)
    const tone = mix(
      background[y > 420 ? 1 : 0],
      next() < 0.35 + near * 0.5 ? '#f0c47c' : '#120a0c',
      0.12 + next() * 0.3,
    )
    const length = 30 + next() * 60
    const lean = (next() - 0.5) * 40
    const d = path`M${x} ${y}q${length / 2} ${lean - 8} ${length} ${lean}`
    return `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${Math.round(7 + next() * 13)}" stroke-linecap="round" stroke-opacity=".34"/>`
  }).join('')
}
