import { page, sheet } from '../house-style.ts'
import { draw } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { hatching } from './hatching.ts'
import { lightness, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { noise, spots } from './textures.ts'
import { bySteps, flatScenery, people } from './tones.ts'

const PAPER = '#f3e8d2'
const KEY = '#221a2b'
const [SEEN, HIDDEN] = ['#ffffff', '#000000']

/** Two blocks: flat areas of one ink, and a key block whose carved lines widen as the tone darkens. */
export function woodcut(stage: Stage): string {
  const { id } = stage
  const second = secondInk(stage)
  const stroke = (colour: string) => (lightness(colour) > 0.62 ? PAPER : KEY)
  const scene = wander(withoutBlush(flatScenery(stage, stage.background[0])), 3, 46)
  const body = wander(
    outline(withoutBlush(people(stage)), 2.6, () => KEY),
    2.4,
    40,
  )
  const flat = draw(
    recolour(
      scene,
      bySteps(
        [
          [0.1, KEY],
          [0.7, second],
          [2, PAPER],
        ],
        0.06,
      ),
      stroke,
    ),
    recolour(
      body,
      bySteps([
        [0.13, KEY],
        [0.7, second],
        [2, PAPER],
      ]),
      stroke,
    ),
  )
  /** White where a tone lies between two limits: in the place, and in the figure. */
  const between = (place: readonly [number, number], figure: readonly [number, number]) => {
    const seen = ([from, to]: readonly [number, number]) =>
      bySteps([
        [from, HIDDEN],
        [to, SEEN],
        [2, HIDDEN],
      ])
    return recolour(scene, seen(place), () => HIDDEN) + recolour(body, seen(figure), () => HIDDEN)
  }
  return page(
    stage,
    noise(id, 'qg', 200, { frequency: '.012 .2', octaves: 2, seed: 21, into: spots(0.95, 0.91, 0.82, -9, 4) }),
    draw(
      flat,
      hatching(stage, 't', between([0.26, 0.42], [0.34, 0.56]), {
        period: 7.6,
        width: 2.3,
        angle: -14,
        colour: KEY,
        wave: 5,
      }),
      hatching(stage, 'd', between([0.04, 0.26], [0.13, 0.34]), {
        period: 7.6,
        width: 4.6,
        angle: -14,
        colour: KEY,
        wave: 5,
      }),
      sheet(stage, `fill="url(#${id}qg)" opacity=".42"`),
      margin(stage),
    ),
  )
}

/** The colour of the second block goes with the place: warm by the fire, blue by the sea. */
function secondInk({ background: [, below] }: Stage): string {
  const [red = 0, , blue = 0] = [1, 3, 5].map((at) => Number.parseInt(below.slice(at, at + 2), 16))
  return red > blue + 6 ? '#dd7849' : '#74abaf'
}

const margin = ({ left, width }: Stage) =>
  `<path d="M${left} 0h${width}v800h${-width}zM${left + 22} 24l2 753l${width - 46} -2l3 -750z" fill="${PAPER}" fill-rule="evenodd"/>`
