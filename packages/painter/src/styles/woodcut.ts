import { page } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { draw } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { drawLines } from './lines.ts'
import { lightness, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { spots } from './textures.ts'
import { bySteps, flatScenery, people } from './tones.ts'

const PAPER = '#f3e8d2'
const KEY = '#221a2b'
/** What the tones show of the carving. */
const [NONE, FINE, BROAD] = ['#000000', '#ff0000', '#00ff00']
const PASSES = [
  drawLines({ period: 7.6, width: 2.3, angle: -14, colour: KEY, wave: 5, seenIn: 'red' }),
  drawLines({ period: 7.6, width: 4.6, angle: -14, colour: KEY, wave: 5, seenIn: 'green' }),
  // The grain of the block, where it took no ink.
  spots({
    size: 200,
    frequency: [0.012, 0.2],
    seed: 'block of wood',
    colour: '#f2e8d1',
    slope: -9,
    at: 4,
    share: 0.42,
  }),
]

/** Two blocks: flat areas of one ink, and a key block whose carved lines widen as the tone darkens. */
export function woodcut(stage: Stage): Painting {
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
  const tones = draw(
    recolour(
      scene,
      bySteps([
        [0.04, NONE],
        [0.26, BROAD],
        [0.42, FINE],
        [2, NONE],
      ]),
      () => NONE,
    ),
    recolour(
      body,
      bySteps([
        [0.13, NONE],
        [0.34, BROAD],
        [0.56, FINE],
        [2, NONE],
      ]),
      () => NONE,
    ),
    margin(stage, NONE),
  )
  return {
    drawing: page(stage, '', draw(flat, margin(stage, PAPER))),
    tones: page(stage, '', tones),
    passes: PASSES,
  }
}

/** The colour of the second block goes with the place: warm by the fire, blue by the sea. */
function secondInk({ background: [, below] }: Stage): string {
  const [red = 0, , blue = 0] = [1, 3, 5].map((at) => Number.parseInt(below.slice(at, at + 2), 16))
  return red > blue + 6 ? '#dd7849' : '#74abaf'
}

const margin = ({ left, width }: Stage, colour: string) =>
  `<path d="M${left} 0h${width}v800h${-width}zM${left + 22} 24l2 753l${width - 46} -2l3 -750z" fill="${colour}" fill-rule="evenodd"/>`
