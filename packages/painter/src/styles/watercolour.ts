import { groundDefinitions, page, scenery, sheet } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { chance, draw, mix, round } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { copyOf, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { spots } from './textures.ts'
import { people } from './tones.ts'

const PAPER = '#fbf7ee'
/** The tooth of the paper, where the brush left it white. */
const TOOTH = spots({
  size: 150,
  frequency: [0.75, 0.75],
  seed: 'watercolour paper',
  colour: '#fffffc',
  slope: -5,
  at: 2.2,
  share: 0.24,
})

/** Thin washes whose edges wander and darken where they dry, blooms in them, and white paper round it all. */
export function watercolour(stage: Stage): Painting {
  const { id } = stage
  const definitions = draw(
    groundDefinitions(stage),
    `<radialGradient id="${id}qb"><stop offset=".2" stop-color="${PAPER}" stop-opacity=".5"/><stop offset=".8" stop-color="${PAPER}" stop-opacity=".22"/><stop offset="1" stop-color="${PAPER}" stop-opacity="0"/></radialGradient>`,
  )
  const thin = (share: number) => (colour: string) => mix(colour, PAPER, share)
  const dries = (colour: string) => mix(colour, '#3a2a3e', 0.3)
  const body = people(stage)
  const washed = outline(body, 2.2, dries, 0.4)
  const content = draw(
    sheet(stage, `fill="${PAPER}"`),
    `<g opacity=".8">${wander(recolour(scenery(stage), thin(0.4)), 14, 70)}</g>`,
    `<g opacity=".34">${wander(recolour(outline(copyOf(scenery(stage)), 2.4, dries, 0.5), thin(0.4)), 26, 54, 2)}</g>`,
    blooms(stage),
    wander(recolour(withoutBlush(washed), thin(0.16)), 4, 44),
    `<g opacity=".3">${wander(recolour(copyOf(body), thin(0.2)), 9, 58, 1.4)}</g>`,
    ragged(stage, 46, 16, 0, 1),
    ragged(stage, 66, 22, 2.2, 0.55),
  )
  return { drawing: page(stage, definitions, content), passes: [TOOTH] }
}

/** Where a drop of water has pushed the paint aside. */
function blooms({ id, left, width }: Stage): string {
  const next = chance(`${id} blooms`)
  return Array.from({ length: 18 }, () => {
    const x = round(left + next() * width)
    const y = round(next() * 800)
    const radius = 30 + next() * 80
    return `<ellipse cx="${x}" cy="${y}" rx="${round(radius)}" ry="${round(radius * (0.5 + next() * 0.5))}" fill="url(#${id}qb)"/>`
  }).join('')
}

/** The paper that the brush left white round the picture. */
function ragged({ left, width }: Stage, inset: number, reach: number, phase: number, share: number): string {
  const right = left + width
  const steps = 9
  const along = (from: number, to: number, index: number) => from + ((to - from) * index) / steps
  const points: [number, number][] = []
  for (let index = 0; index < steps; index += 1) points.push([left + inset, along(800 - inset, inset, index)])
  for (let index = 0; index < steps; index += 1) points.push([along(left + inset, right - inset, index), inset])
  for (let index = 0; index < steps; index += 1) points.push([right - inset, along(inset, 800 - inset, index)])
  for (let index = 0; index < steps; index += 1) points.push([along(right - inset, left + inset, index), 800 - inset])
  const moved = points.map(([x, y], index) => {
    const drift = reach * Math.sin(index * 2.4 + phase)
    return [x + drift * (index % 2 ? 0.6 : 0.3), y + reach * Math.sin(index * 1.7 + phase * 2) * 0.6] as const
  })
  const middles = moved.map(([x, y], index) => {
    const [nextX, nextY] = moved[(index + 1) % moved.length] ?? [x, y]
    return [(x + nextX) / 2, (y + nextY) / 2] as const
  })
  const [startX = 0, startY = 0] = middles[middles.length - 1] ?? []
  const curve = moved
    .map(([x, y], index) => `Q${Math.round(x)} ${Math.round(y)} ${middles[index]?.map(Math.round).join(' ')}`)
    .join('')
  return `<path d="M${left - 9} -9H${right + 9}V809H${left - 9}ZM${Math.round(startX)} ${Math.round(startY)}${curve}Z" fill="${PAPER}" fill-rule="evenodd"${share < 1 ? ` fill-opacity="${share}"` : ''}/>`
}
