import { groundDefinitions, page, scenery, sheet } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { chance, draw, mix, path } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { recolour, wander } from './recolour.ts'
import { canvas, surface } from './textures.ts'
import { people } from './tones.ts'

/** The ridges that a loaded brush leaves, and the canvas under them. */
const PASSES = [
  surface({
    size: 260,
    frequency: [0.03, 0.16],
    seed: 'oil ridges',
    height: 5,
    azimuth: 235,
    elevation: 52,
    blend: 'soft-light',
    share: 0.24,
  }),
  canvas(2.5, 0.09),
]

/** Thick strokes, one low light, the rest of the room in the dark, canvas under it all. */
export function oil(stage: Stage): Painting {
  const { id, light, lightX } = stage
  const definitions = draw(
    groundDefinitions(stage),
    `<radialGradient id="${id}low" cx="${lightX > 0.5 ? 0.74 : 0.26}" cy=".64" r=".82"><stop offset="0" stop-color="#ffd08a" stop-opacity=".36"/><stop offset=".4" stop-color="#8a4416" stop-opacity=".05"/><stop offset="1" stop-color="#0d0606" stop-opacity=".7"/></radialGradient>`,
    `<radialGradient id="${id}warm" cx="${lightX}" cy="${light.y}" r=".7"><stop offset="0" stop-color="${light.colour}" stop-opacity=".2"/><stop offset="1" stop-color="${light.colour}" stop-opacity="0"/></radialGradient>`,
  )
  const aged = (colour: string) => mix(colour, '#6b3f1c', 0.16)
  const content = draw(
    wander(recolour(scenery(stage), aged), 16, 18),
    dabs(stage),
    wander(recolour(people(stage), aged), 3.4, 11),
    sheet(stage, `fill="url(#${id}warm)"`),
    sheet(stage, `fill="url(#${id}low)"`),
  )
  return { drawing: page(stage, definitions, content), passes: PASSES }
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
