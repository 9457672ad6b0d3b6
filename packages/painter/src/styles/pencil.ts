import { page, sheet } from '../house-style.ts'
import { draw, mix } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { hatching } from './hatching.ts'
import { copyOf, lightness, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { noise, spots } from './textures.ts'
import { bySteps, flatScenery, people } from './tones.ts'

const PAPER = '#f1eee8'
const LEAD = '#3c3c43'
const [SEEN, HIDDEN] = ['#ffffff', '#000000']

/** Soft graphite: smudged greys, light strokes over them, outlines drawn twice, the tooth of the paper. */
export function pencil(stage: Stage): string {
  const { id } = stage
  const definitions = draw(
    noise(id, 'qt', 150, { frequency: '.8', octaves: 2, seed: 9, into: spots(0.96, 0.95, 0.93, -6, 2.7) }),
    `<radialGradient id="${id}m" cx=".5" cy=".46" r=".64"><stop offset=".55" stop-color="${PAPER}" stop-opacity="0"/><stop offset="1" stop-color="${PAPER}"/></radialGradient>`,
  )
  const smudge = (lift: number, depth: number) => (colour: string) =>
    mix('#2e2e33', PAPER, Math.min(1, lift + lightness(colour) * depth))
  const stroke = (colour: string) => mix(LEAD, PAPER, Math.max(0, lightness(colour) - 0.1))
  const scene = wander(withoutBlush(flatScenery(stage, stage.background[0])), 5, 60)
  const body = withoutBlush(people(stage))
  const drawn = wander(
    outline(body, 1.8, () => LEAD, 0.75),
    2,
    40,
  )
  const shaded = recolour(
    drawn,
    bySteps([
      [0.5, SEEN],
      [2, HIDDEN],
    ]),
    () => HIDDEN,
  )
  return page(
    stage,
    definitions,
    draw(
      sheet(stage, `fill="${PAPER}"`),
      recolour(scene, smudge(0.56, 0.46), stroke),
      sheet(stage, `fill="url(#${id}m)"`),
      recolour(drawn, smudge(0.24, 0.84), stroke),
      hatching(stage, 's', shaded, { period: 4.4, width: 1.3, angle: -56, colour: LEAD, wave: 3 }),
      `<g opacity=".5">${wander(
        recolour(
          outline(copyOf(body), 1.1, () => LEAD),
          () => 'none',
          () => LEAD,
        ),
        5,
        46,
        2.2,
      )}</g>`,
      sheet(stage, `fill="url(#${id}m)" opacity=".7"`),
      sheet(stage, `fill="url(#${id}qt)" opacity=".3"`),
    ),
  )
}
