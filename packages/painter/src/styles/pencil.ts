import { page, sheet } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { draw, mix } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { drawLines } from './lines.ts'
import { copyOf, lightness, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { spots } from './textures.ts'
import { bySteps, flatScenery, people } from './tones.ts'

const PAPER = '#f1eee8'
const LEAD = '#3c3c43'
/** What the tones show of the strokes. */
const [NONE, SEEN] = ['#000000', '#ff0000']
const PASSES = [
  drawLines({ period: 4.4, width: 1.3, angle: -56, colour: LEAD, wave: 3, seenIn: 'red' }),
  // The tooth of the paper, which takes no lead.
  spots({
    size: 150,
    frequency: [0.8, 0.8],
    seed: 'drawing paper',
    colour: '#f5f2ed',
    slope: -6,
    at: 2.7,
    share: 0.3,
  }),
]

/** Soft graphite: smudged greys, light strokes over them, outlines drawn twice, the tooth of the paper. */
export function pencil(stage: Stage): Painting {
  const { id } = stage
  /** Nothing in the middle, a colour at the edges. */
  const edges = (colour: string) =>
    `<radialGradient id="${id}m" cx=".5" cy=".46" r=".64"><stop offset=".55" stop-color="${colour}" stop-opacity="0"/><stop offset="1" stop-color="${colour}"/></radialGradient>`
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
      [2, NONE],
    ]),
    () => NONE,
  )
  const faded = sheet(stage, `fill="url(#${id}m)" fill-opacity=".7"`)
  const content = draw(
    sheet(stage, `fill="${PAPER}"`),
    recolour(scene, smudge(0.56, 0.46), stroke),
    sheet(stage, `fill="url(#${id}m)"`),
    recolour(drawn, smudge(0.24, 0.84), stroke),
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
    faded,
  )
  return {
    drawing: page(stage, edges(PAPER), content),
    tones: page(stage, edges(NONE), shaded + faded),
    passes: PASSES,
  }
}
