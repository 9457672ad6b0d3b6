import { page, sheet } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { draw } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { drawLines } from './lines.ts'
import { lightness, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { bySteps, flatScenery, people } from './tones.ts'

const PAPER = '#f8f1e2'
const INK = '#2d2531'
const SPOT = '#dd6b45'
/** What the tones show of the hatching. */
const [NONE, ONCE, CROSSED] = ['#000000', '#ff0000', '#ffff00']
const HATCHING = [
  drawLines({ period: 5.2, width: 1.15, angle: -42, colour: INK, wave: 2, seenIn: 'red' }),
  drawLines({ period: 5.2, width: 1.25, angle: 40, colour: INK, wave: 2, seenIn: 'green' }),
]

/** Fine hatching that crosses in the dark, outlines on cream, and one disc of colour behind the head. */
export function ink(stage: Stage): Painting {
  const stroke = (colour: string) => (lightness(colour) > 0.6 ? PAPER : INK)
  const scene = wander(
    outline(withoutDisc(flatScenery(stage, PAPER)), 1.3, () => '#2d2532', 0.7),
    2.4,
    34,
  )
  const body = wander(
    outline(withoutBlush(people(stage)), 1.7, () => INK),
    1.6,
    30,
  )
  const lines = recolour(
    scene.replace(/<rect[^>]*fill="#f8f1e2"[^>]*\/>/g, ''),
    () => 'none',
    () => INK,
  )
  const figure = recolour(
    body,
    bySteps([
      [0.13, INK],
      [2, PAPER],
    ]),
    stroke,
  )
  // The place is drawn lighter than the figure.
  const tones =
    recolour(
      scene,
      bySteps([
        [0.3, ONCE],
        [2, NONE],
      ]),
      () => NONE,
    ) +
    recolour(
      body,
      bySteps([
        [0.13, NONE],
        [0.36, CROSSED],
        [0.62, ONCE],
        [2, NONE],
      ]),
      () => NONE,
    )
  const content = draw(
    sheet(stage, `fill="${PAPER}"`),
    wander(`<path d="${blot(300, 296, 216)}" fill="${SPOT}"/>`, 9, 60),
    `<g opacity=".6">${lines}</g>`,
    figure,
  )
  return { drawing: page(stage, '', content), tones: page(stage, '', tones), passes: HATCHING }
}

/** The discs of the places are left out: the spot of colour takes their place. */
const withoutDisc = (markup: string): string => markup.replace(/<circle[^>]* r="(1[5-9]\d|2\d\d)"[^>]*\/>/g, '')

/** A round spot of curves, so that it can wander. */
function blot(x: number, y: number, radius: number): string {
  const k = radius * 0.5523
  return `M${x - radius} ${y}C${x - radius} ${y - k} ${x - k} ${y - radius} ${x} ${y - radius}C${x + k} ${y - radius} ${x + radius} ${y - k} ${x + radius} ${y}C${x + radius} ${y + k} ${x + k} ${y + radius} ${x} ${y + radius}C${x - k} ${y + radius} ${x - radius} ${y + k} ${x - radius} ${y}Z`
}
